import { isSharedPosition } from '@nollie/contract/spots/spot-position'
import type { Point } from '../map/index.ts'

/** The fields of the form that the gazetteer fills in when the pin moves. */
export const PLACE_FIELDS = ['city', 'state', 'country', 'postal_code'] as const
/** One of {@link PLACE_FIELDS}. */
export type PlaceField = (typeof PLACE_FIELDS)[number]
/** The gazetteer's names for a position; null where it has none. */
export type PlaceNames = Record<PlaceField, string | null>

/** Whether two positions are equal, or both null. */
export const samePoint = (a: Point | null, b: Point | null): boolean =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude

/** Whether a spot can be shared at this position. */
export const isPin = (point: Point | null): point is Point => point !== null && isSharedPosition(point)

const NUMBER = String.raw`([+-]?\d{1,3}(?:[.]\d+)?)\s*°?\s*([NSEW])?`
const PAIR = new RegExp(String.raw`^\s*\(?${NUMBER}\s*(?:,|;|\s)\s*${NUMBER}\s*\)?\s*$`, 'i')

const signed = (digits: string, side: string | undefined) =>
  /^[SW]$/i.test(side ?? '') ? -Math.abs(Number(digits)) : Number(digits)

/** Reads typed or pasted coordinates (`41.3833, 2.1669`, `41.38N 2.16E`); null if they are not on the globe. */
export function parsePoint(text: string): Point | null {
  const [, a, sideA, b, sideB] = PAIR.exec(text) ?? []
  if (a === undefined || b === undefined) return null
  if (/^[EW]$/i.test(sideA ?? '') || /^[NS]$/i.test(sideB ?? '')) return null
  const point = { latitude: signed(a, sideA), longitude: signed(b, sideB) }
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null
}

/**
 * The typed text that the coordinates field still shows when the pin is at `point`; null if something else moved the
 * pin.
 */
export function typedAfter(text: string | null, point: Point | null): string | null {
  const typed = text === null ? null : parsePoint(text)
  return typed && samePoint(typed, point) ? text : null
}

/** A position as text, with five decimals (about a metre). */
export const pointText = ({ latitude, longitude }: Point): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
