import { isExact, type LocationRecord } from '../places/index.ts'
import { roughly } from './map-requests.ts'
import type { AppliedFilters, Filters } from './map-url.ts'

/** The filters that can be applied now: "near me" is omitted until the position is precise enough. */
export const appliedFilters = ({ near, ...filters }: Filters, record: LocationRecord | null): Filters =>
  near && isExact(record) ? { ...filters, near } : filters

/** The filters in the request's format, with a rounded position for "near me". */
export const serverFilters = (filters: Filters, record: LocationRecord | null): AppliedFilters => {
  const { near, ...rest } = appliedFilters(filters, record)
  if (!near || !record) return rest
  return { ...rest, around: roughly({ latitude: record.lat, longitude: record.lng }) }
}
