import type { Point } from '../map-requests.ts'
import { isExact, type LocationRecord, metresTo } from '../../places/index.ts'

/** Sorts spots by their distance from the device, if its exact position is known. The server knows only a rounded one. */
export function sortByDistance<T extends Point>(spots: T[], record: LocationRecord | null): T[] {
  return isExact(record) ? spots.toSorted((a, b) => metresTo(record, a) - metresTo(record, b)) : spots
}
