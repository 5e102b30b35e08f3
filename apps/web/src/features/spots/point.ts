import type { Point } from '../map/index.ts'

/** The fields that fill themselves from the pin. */
export const PLACE_FIELDS = ['city', 'state', 'country', 'postal_code'] as const
/** The fields that fill themselves from the pin. */
export type PlaceField = (typeof PLACE_FIELDS)[number]
/** What the gazetteer says of a point. */
export type PlaceNames = Record<PlaceField, string | null>

/** Whether two positions are one, or both are none. */
export const samePoint = (a: Point | null, b: Point | null): boolean =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude

/** A pin that a spot can have: finite, on the globe, and neither coordinate zero. */
export const isPin = (point: Point | null): point is Point =>
  point !== null &&
  Number.isFinite(point.latitude) &&
  Number.isFinite(point.longitude) &&
  Math.abs(point.latitude) <= 90 &&
  Math.abs(point.longitude) <= 180 &&
  point.latitude !== 0 &&
  point.longitude !== 0

const NUMBER = String.raw`([+-]?\d{1,3}(?:[.]\d+)?)\s*°?\s*([NSEW])?`
const PAIR = new RegExp(String.raw`^\s*\(?${NUMBER}\s*(?:,|;|\s)\s*${NUMBER}\s*\)?\s*$`, 'i')

const signed = (digits: string, side: string | undefined) =>
  /^[SW]$/i.test(side ?? '') ? -Math.abs(Number(digits)) : Number(digits)

/** Reads `lat, lng` as people type or paste it (`41.3833, 2.1669`, `41.38N 2.16E`); null when it is not on the globe. */
export function parsePoint(text: string): Point | null {
  const [, a, sideA, b, sideB] = PAIR.exec(text) ?? []
  if (a === undefined || b === undefined) return null
  if (/^[EW]$/i.test(sideA ?? '') || /^[NS]$/i.test(sideB ?? '')) return null
  const point = { latitude: signed(a, sideA), longitude: signed(b, sideB) }
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null
}

/** What the coordinates field goes on showing as typed once the pin is at `point`: null when something else moved it. */
export function typedAfter(text: string | null, point: Point | null): string | null {
  const typed = text === null ? null : parsePoint(text)
  return typed && samePoint(typed, point) ? text : null
}

/** A position as it is shown: five digits are about a metre. */
export const pointText = ({ latitude, longitude }: Point): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
