import { isExact, type LocationRecord } from '../places/index.ts'
import { roughly } from './map-requests.ts'
import type { AppliedFilters, Filters } from './map-url.ts'

/** The filters that can be applied now: "near me" is left out until the position is exact enough. */
export const appliedFilters = ({ near, ...filters }: Filters, record: LocationRecord | null): Filters =>
  near && isExact(record) ? { ...filters, near } : filters

/** The filters for a request: a rounded position instead of "near me". */
export const serverFilters = (filters: Filters, record: LocationRecord | null): AppliedFilters => {
  const { near, ...rest } = appliedFilters(filters, record)
  if (!near || !record) return rest
  return { ...rest, around: roughly({ latitude: record.lat, longitude: record.lng }) }
}
