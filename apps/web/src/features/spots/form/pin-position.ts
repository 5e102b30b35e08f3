import type { Typed } from '@nollie/contract/places/coordinates/read-coordinates'
import { isSharedPosition } from '@nollie/contract/spots/spot-position'
import type { CoordinatesReader } from '../../../lib/places/coordinates-reader.ts'
import type { Point } from '../../map/index.ts'

/** The form fields that the gazetteer fills in when the pin moves. */
export const PLACE_FIELDS = ['city', 'state', 'country', 'postal_code'] as const
/** One of {@link PLACE_FIELDS}. */
export type PlaceField = (typeof PLACE_FIELDS)[number]
/** The gazetteer's names for a position; null if it has none. */
export type PlaceNames = Record<PlaceField, string | null>

/** Whether two positions are equal or both null. */
export function samePoint(a: Point | null, b: Point | null): boolean {
  return a?.latitude === b?.latitude && a?.longitude === b?.longitude
}

/** Whether a spot can be shared at this position. */
export function isPin(point: Point | null): point is Point {
  return point !== null && isSharedPosition(point)
}

/** Returns the position that typed text describes; null if it doesn't describe one. */
export function toPoint(typed: Typed): Point | null {
  return typed.kind === 'point' ? { latitude: typed.latitude, longitude: typed.longitude } : null
}

/**
 * Returns the typed text if it matches the pin's current position, so that the coordinates field still shows it; null
 * if something else moved the pin.
 */
export function typedAfter(
  read: CoordinatesReader | null,
  text: string | null,
  point: Point | null,
): string | null {
  const typed = text !== null && read ? toPoint(read(text)) : null
  return typed && samePoint(typed, point) ? text : null
}

/** Formats a position with five decimal places (about one meter). */
export function pointText({ latitude, longitude }: Point): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}
