import type { Point } from '../metres-between.ts'

const DIGITS = '23456789CFGHJMPQRVWX'
const CODE = new RegExp(`^([${DIGITS}]{2,8})(0{0,6})\\+([${DIGITS}]{0,7})$`, 'i')
/** A cell's size in degrees after each pair of digits. */
const STEPS = [20, 1, 1 / 20, 1 / 400, 1 / 8000]

/** Returns the center of a full code's cell. A full code has eight digits, `+`, and optionally more digits. */
function decodeFull(digits: string): Point {
  let [south, west, height, width] = [-90, -180, 20, 20]
  for (let i = 0; i < Math.min(10, digits.length); i += 2) {
    const step = STEPS[i / 2] ?? 0
    south += DIGITS.indexOf(digits[i] ?? '2') * step
    west += DIGITS.indexOf(digits[i + 1] ?? '2') * step
    height = step
    width = step
  }
  // From the eleventh digit on, each digit divides its cell into five rows and four columns.
  for (const digit of digits.slice(10)) {
    height /= 5
    width /= 4
    south += Math.floor(DIGITS.indexOf(digit) / 4) * height
    west += (DIGITS.indexOf(digit) % 4) * width
  }
  return { latitude: south + height / 2, longitude: west + width / 2 }
}

/** Returns the first digits of a point's code. */
function encode({ latitude, longitude }: Point, digits: number): string {
  let [north, east] = [Math.min(179.9999, latitude + 90), (longitude + 180 + 360) % 360]
  let code = ''
  for (let i = 0; i < digits; i += 2) {
    const step = STEPS[i / 2] ?? 1
    const [row, column] = [Math.floor(north / step), Math.floor(east / step)]
    code += (DIGITS[row] ?? '2') + (DIGITS[column] ?? '2')
    north -= row * step
    east -= column * step
  }
  return code
}

/**
 * Decodes a full plus code (`8FH495MQ+8J`), or a short one (`95MQ+8J`) as the match nearest to `near`. Returns null if
 * the string isn't a code, or if it's short and `near` is null.
 */
export function decodePlusCode(text: string, near: Point | null): Point | null {
  const [, before = '', zeros = '', after = ''] = CODE.exec(text) ?? []
  if (!before || (before.length + zeros.length) % 2 || (zeros && after)) return null
  const code = (before + after).toUpperCase()
  const missing = 8 - before.length - zeros.length
  if (missing === 0) return decodeFull(code)
  if (!near || zeros || missing < 0 || after.length < 2) return null
  const full = decodeFull(encode(near, missing) + code)
  const step = STEPS[missing / 2 - 1] ?? 1
  const closer = (value: number, to: number) =>
    value - to > step / 2 ? value - step : to - value > step / 2 ? value + step : value
  return { latitude: closer(full.latitude, near.latitude), longitude: closer(full.longitude, near.longitude) }
}

/** A plus code and the town named next to it; an empty string if there is none. */
export type PlusCode = { code: string; town: string }

const PART = `[${DIGITS}]{2,8}0{0,6}\\+[${DIGITS}]{0,7}`
const BEFORE_TOWN = new RegExp(`^(${PART})(?:[\\s,]+(\\D*))?$`, 'iu')
const BEHIND_TOWN = new RegExp(`^(\\D*?)[\\s,]+(${PART})$`, 'iu')

/** Finds the plus code in a string, with the town before or after it, as in `95MC+5G Barcelona`. */
export function parsePlusCode(text: string): PlusCode | null {
  const folded = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
  const [, code, town = ''] = BEFORE_TOWN.exec(folded) ?? []
  const [, before = '', behind] = BEHIND_TOWN.exec(folded) ?? []
  const found = code ? { code, town } : behind ? { code: behind, town: before } : null
  if (!found || !isPlusCode(found.code)) return null
  return { code: found.code.toUpperCase(), town: found.town.replace(/^[\s,]+|[\s,]+$/g, '') }
}

/** Whether a string is a plus code: a full one, or a short one with at least two digits after the `+`. */
function isPlusCode(text: string): boolean {
  return decodePlusCode(text, { latitude: 0, longitude: 0 }) !== null
}
