import type { Point } from '../metres-between.ts'
import { isOnGlobe } from './wrap-longitude.ts'
import { hasLink, readMapLink } from './map-links.ts'
import { normalizeText } from './normalize-text.ts'
import { parseAngle, parseAngles } from './parse-angles.ts'
import { decodePlusCode, type PlusCode, parsePlusCode } from './plus-code.ts'
import type { Axis } from './tokens.ts'

/** The result of parsing coordinates that someone typed. */
export type Typed =
  | ({ kind: 'point' } & Point)
  | { kind: 'out-of-range' }
  /** The input contains an `O`, which means east in German and west in Spanish and French. */
  | { kind: 'unclear' }
  /** The input is a short plus code, which needs a town: `95MC+5G Barcelona`. */
  | ({ kind: 'plus-code' } & PlusCode)
  | { kind: 'text' }

const TEXT: Typed = { kind: 'text' }
/** Longer strings aren't coordinates, but links to maps can be long. */
const MAX_LENGTH = 200
const MAX_LINK_LENGTH = 4_000

function readAngles(text: string): Typed {
  if (text.length > MAX_LENGTH || !/\p{Nd}/u.test(text)) return TEXT
  const angles = parseAngles(normalizeText(text).replace(/[.,;]+$/, ''))
  if (!angles) return TEXT
  const { latitude, longitude, isUnclear } = angles
  if (!isOnGlobe(angles)) return { kind: 'out-of-range' }
  return isUnclear ? { kind: 'unclear' } : { kind: 'point', latitude, longitude }
}

function readPoint(text: string): Point | null {
  const code = parsePlusCode(text)
  const typed = readAngles(text)
  return (code && decodePlusCode(code.code, null)) || (typed.kind === 'point' ? typed : null)
}

/**
 * Parses coordinates in the forms that people use: two numbers, degrees with minutes and seconds, letters or names of
 * directions, plus codes, `geo:` URIs, and links to maps. Used by search, forms, and imports. Latitude comes first
 * unless the input says otherwise.
 * @param near completes a short plus code without a town
 */
export function readCoordinates(text: string, near: Point | null = null): Typed {
  const typed = text.trim()
  if (typed === '' || typed.length > MAX_LINK_LENGTH) return TEXT
  if (hasLink(typed)) {
    const point = readMapLink(typed, readPoint)
    return point ? { kind: 'point', latitude: point.latitude, longitude: point.longitude } : TEXT
  }
  const code = parsePlusCode(typed)
  if (code) {
    const point = decodePlusCode(code.code, code.town ? null : near)
    return point ? { kind: 'point', ...point } : { kind: 'plus-code', ...code }
  }
  return readAngles(typed)
}

/**
 * Parses one axis in the forms that people use: `41,38`, `41° 22' 59" N`. Returns null for anything else, including
 * empty strings.
 */
export function readAngle(text: string, axis: Axis): number | 'unclear' | null {
  // In `,48`, the comma may be a decimal comma without its zero.
  if (text.length > MAX_LENGTH || /^\s*(?:[,;]|$)/.test(text)) return null
  return parseAngle(normalizeText(text).replace(/[.,;]+$/, ''), axis)
}

/** Whether a string that couldn't be parsed looks like an attempt at coordinates. */
export function seemsCoordinates(text: string): boolean {
  return (text.match(/\p{Nd}+/gu) ?? []).length >= 2 && !/\p{L}{4,}/u.test(text)
}
