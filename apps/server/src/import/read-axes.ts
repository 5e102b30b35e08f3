import { readAngle } from '@nollie/contract/places/coordinates/read-coordinates'

type Axis = 'latitude' | 'longitude'
/** Degrees; `unclear` if an `O` could mean east or west; null if it can't be read. */
type Degrees = number | 'unclear' | null

const PLAIN = /^[+-]?\d{1,3}(?:\.\d+)?$/
const WHOLE = /^[+-]?\d{1,3}$/

/** Returns a field's text; empty for anything that isn't text or a number. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

/**
 * Degrees, minutes, and seconds, separated by spaces or hyphens. Without the seconds, the space may be a mistake, as in
 * `4 2.7255`.
 */
const SPACED = /^([+-]?\d{1,3})([ -])(\d{1,2})\2(\d{1,2}(?:[.,]\d+)?)$/
/** Leading zeros in tables with fixed-width columns, as in `00000046,1645193`. */
const PADDING = /^([+-]?)0{2,}(?=\d{1,3}(?:[.,]\d+)?$)/

function readOne(text: string, axis: Axis): Degrees {
  return PLAIN.test(text)
    ? Number(text)
    : readAngle(text.replace(PADDING, '$1').replace(SPACED, '$1°$3\'$4"'), axis)
}

/** Adds minutes and seconds from their own fields to whole degrees. */
function joinParts(fields: Record<string, unknown>, axis: Axis): string {
  const text = toText(fields[axis])
  const [minutes, seconds] = [toText(fields[`${axis}_minutes`]), toText(fields[`${axis}_seconds`])]
  if (minutes === '' || !WHOLE.test(text) || toText(fields.maximum) !== '') return text
  return `${text}°${minutes}'${seconds && `${seconds}"`}`
}

/** Applies the direction from its own field, which must agree with any sign or letter in the degrees. */
function applySide(text: string, side: string, axis: Axis): Degrees {
  const [own, both, one] = [text, `${text} ${side}`, `1 ${side}`].map((each) => readOne(each, axis))
  if (own === null || both === 'unclear' || typeof both === 'number') return both ?? null
  return typeof own === 'number' && typeof one === 'number' && own < 0 === one < 0 ? own : null
}

/**
 * Reads an axis from its field, and from the fields with its minutes, seconds, and direction, if there are any: `48`,
 * `8`, `13.7`, `N`.
 */
export function readAxis(fields: Record<string, unknown>, axis: Axis): Degrees {
  const text = joinParts(fields, axis)
  const side = toText(fields[`${axis}_side`])
  return /^\p{L}/u.test(side) ? applySide(text, side, axis) : readOne(text, axis)
}
