import { isExact, type LocationRecord } from '../../places/index.ts'
import { roughly } from '../map-requests.ts'
import type { AppliedFilters, Filters } from '../view/map-url.ts'

/** Returns the filters that can be applied now. "Near me" is left out until the position is precise enough. */
export function appliedFilters({ near, ...filters }: Filters, record: LocationRecord | null): Filters {
  return near && isExact(record) ? { ...filters, near } : filters
}

/** Converts the filters to query parameters; "near me" becomes a rounded position. */
export function serverFilters(filters: Filters, record: LocationRecord | null): AppliedFilters {
  const { near, ...rest } = appliedFilters(filters, record)
  if (!near || !record) return rest
  return { ...rest, around: roughly({ latitude: record.lat, longitude: record.lng }) }
}
