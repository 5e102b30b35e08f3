import { isExact, type LocationRecord } from '../location/index.ts'
import { roughly } from './map-spots.ts'
import type { AskedFilters, Filters } from './map-url.ts'

/** The filters that can be applied here: "near me" waits for a place that is known well enough. */
export const appliedFilters = ({ near, ...filters }: Filters, record: LocationRecord | null): Filters =>
  near && isExact(record) ? { ...filters, near } : filters

/** See {@link AskedFilters}. */
export const askedFilters = (filters: Filters, record: LocationRecord | null): AskedFilters => {
  const { near, ...asked } = appliedFilters(filters, record)
  if (!near || !record) return asked
  return { ...asked, around: roughly({ latitude: record.lat, longitude: record.lng }) }
}
