import { type Axis, type DecimalMark, readTokens, type Side, type Token } from './tokens.ts'

type NumberToken = Extract<Token, { kind: 'number' }>

/** An angle in degrees. `axis` is null if the text doesn't name one; `isUnclear` if an `O` could mean east or west. */
type Angle = { degrees: number; axis: Axis | null; isUnclear: boolean; decimals: number }

function isMark(token: Token): boolean {
  return token.kind === 'side' || token.kind === 'label'
}

function isSeparator(token: Token): boolean {
  return token.kind === 'separator'
}

function trimSeparators(tokens: readonly Token[]): Token[] {
  const isColon = (token: Token) => token.kind === 'unit' && token.unit === null
  const isOuter = (token: Token) => isSeparator(token) || isColon(token)
  const from = tokens.findIndex((token) => !isOuter(token))
  const to = tokens.findLastIndex((token) => !isOuter(token))
  return from < 0 ? [] : tokens.slice(from, to + 1)
}

/** Adds up degrees, minutes, and seconds; only the last part can have a fraction. */
function sumParts(parts: readonly { number: NumberToken; unit: number }[]): number | null {
  let sum = 0
  for (const [at, { number, unit }] of parts.entries()) {
    const isLast = at === parts.length - 1
    if (at > 0 && (number.sign || number.value > 60 || (unit === 1 && number.value === 60))) return null
    if (!isLast && number.decimals > 0) return null
    if (at > 0 && unit <= (parts[at - 1]?.unit ?? 0)) return null
    sum += number.value / 60 ** unit
  }
  return parts[0]?.unit === 0 ? sum : null
}

/**
 * Reads degrees that consist only of numbers and units, without a sign.
 * @param isLoose whether numbers can follow each other without units, as in `41 22 59`
 */
function readDegrees(tokens: readonly Token[], isLoose: boolean): number | null {
  const parts: { number: NumberToken; unit: number }[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const number = tokens[at]
    if (number?.kind !== 'number') return null
    const next = tokens[at + 1]
    const isLast = at + 1 === tokens.length
    if (next?.kind === 'unit') at += 1
    else if (!isLast && !isLoose) return null
    parts.push({ number, unit: next?.kind === 'unit' && next.unit !== null ? next.unit : parts.length })
  }
  return parts.length <= 3 ? sumParts(parts) : null
}

const AXES: Record<Side, Axis> = {
  N: 'latitude',
  S: 'latitude',
  E: 'longitude',
  W: 'longitude',
  O: 'longitude',
}

/** Reads one angle with its signs, letters, and names; null if they contradict each other. */
function readAngleTokens(all: readonly Token[], isLoose: boolean): Angle | null {
  const tokens = trimSeparators(all)
  const sides = tokens.flatMap((token) => (token.kind === 'side' ? [token.side] : []))
  const labels = tokens.flatMap((token) => (token.kind === 'label' ? [token.axis] : []))
  const [side] = sides
  if (sides.length > 1 || labels.length > 1) return null
  const named = side ? AXES[side] : null
  if (named && labels[0] && named !== labels[0]) return null
  const numbers = trimSeparators(tokens.filter((token) => !isMark(token)))
  const inner = tokens.filter((token) => token.kind === 'unit' || token.kind === 'number')
  const [first] = numbers
  if (first?.kind !== 'number' || numbers.some(isSeparator)) return null
  // Signs, letters, and names come before or after the numbers, not between them.
  const from = tokens.indexOf(first)
  const last = numbers.at(-1) as Token
  if (tokens.slice(from, tokens.lastIndexOf(last) + 1).some(isMark)) return null
  const degrees = readDegrees(numbers, isLoose || inner.length < tokens.length)
  if (degrees === null) return null
  const isSouthOrWest = side === 'S' || side === 'W'
  if (first.sign === '-' && side && !isSouthOrWest) return null
  return {
    degrees: first.sign === '-' || isSouthOrWest ? -degrees || 0 : degrees,
    axis: named ?? labels[0] ?? null,
    isUnclear: side === 'O',
    decimals: numbers.reduce((sum, token) => sum + (token.kind === 'number' ? token.decimals : 0), 0),
  }
}

/** Finds the names of both axes before the first number, as in `Lat/Lng: 41.38, 2.17`; null if there are none. */
function readHeader(tokens: readonly Token[]): { order: Axis[]; rest: Token[] } | null {
  const from = tokens.findIndex(({ kind }) => kind === 'number')
  const order = tokens.slice(0, from).flatMap((token) => (token.kind === 'label' ? [token.axis] : []))
  if (order.length !== 2 || order[0] === order[1]) return null
  if (tokens.slice(0, from).some(({ kind }) => kind === 'side')) return null
  return { order, rest: tokens.slice(from) }
}

/** Splits tokens into angles at their letters or names, which are either all before or all after the numbers. */
function cutAtMarks(tokens: readonly Token[]): Token[][] {
  const kind = tokens.some((token) => token.kind === 'label') ? 'label' : 'side'
  const isBefore =
    tokens.findIndex((token) => token.kind === kind) < tokens.findIndex((t) => t.kind === 'number')
  const pieces: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    const isCut = isBefore ? token.kind === kind : tokens[at - 1]?.kind === kind && token.kind !== kind
    if (isCut) pieces.push([])
    pieces.at(-1)?.push(token)
  }
  return pieces.filter((piece) => piece.some((token) => !isSeparator(token)))
}

/**
 * Splits tokens without letters at separators, before the number with the second degree sign, or between two numbers,
 * in that order of preference.
 */
function cutPlain(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [[]]
  for (const token of tokens)
    if (isSeparator(token)) groups.push([])
    else groups.at(-1)?.push(token)
  const pieces = groups.filter((group) => group.length > 0)
  if (pieces.length !== 1) return pieces
  const [only = []] = pieces
  const numbers = only.flatMap((token, at) => (token.kind === 'number' ? [at] : []))
  const degrees = only.flatMap((token, at) => (token.kind === 'unit' && token.unit === 0 ? [at - 1] : []))
  const cut = degrees.length === 2 ? degrees[1] : numbers.length === 2 && only.length === 2 ? 1 : 0
  return cut ? [only.slice(0, cut), only.slice(cut)] : pieces
}

function countNumbers(tokens: readonly Token[] | undefined): number {
  return (tokens ?? []).filter(({ kind }) => kind === 'number').length
}

/** Whether decimal commas are unambiguous, as in `41,38; 2,17` but not in a list like `1,2,3`. */
function isPlainComma([a, b]: readonly Angle[], tokens: readonly Token[]): boolean {
  if (tokens.some(isMark)) return true
  const separators = tokens.filter((token) => token.kind === 'separator')
  const least = Math.min(a?.decimals ?? 0, b?.decimals ?? 0)
  if (separators.some(({ isWide }) => !isWide)) return least >= 3
  return least > 0
}

/** Reads two angles, latitude first; null if there is anything else. */
function readBoth(all: readonly Token[], mark: DecimalMark): [Angle, Angle] | null {
  const header = readHeader(all)
  const tokens = trimSeparators(header?.rest ?? all)
  const pieces = tokens.some(isMark) ? cutAtMarks(tokens) : cutPlain(tokens)
  if (pieces.length !== 2) return null
  const hasGroups = tokens.some(isSeparator) && countNumbers(pieces[0]) === countNumbers(pieces[1])
  const angles = pieces.flatMap((piece) => readAngleTokens(piece, hasGroups) ?? [])
  const [first, second] = angles
  if (!first || !second || (first.axis === null) !== (second.axis === null)) return null
  if (mark === ',' && !isPlainComma(angles, tokens)) return null
  const order = [first.axis ?? header?.order[0], second.axis ?? header?.order[1]]
  if (order[0] === order[1] && order[0]) return null
  return order[0] === 'longitude' ? [second, first] : [first, second]
}

/** Degrees north and east; `isUnclear` if an `O` could mean east or west. */
export type Angles = { latitude: number; longitude: number; isUnclear: boolean }

/** Parses two angles from a string normalized by {@link normalizeText}. */
export function parseAngles(text: string): Angles | null {
  for (const mark of ['.', ','] as const) {
    const tokens = readTokens(text, mark)
    const both = tokens && readBoth(tokens, mark)
    if (both) {
      const [latitude, longitude] = both
      return { latitude: latitude.degrees, longitude: longitude.degrees, isUnclear: longitude.isUnclear }
    }
  }
  return null
}

/** Parses one angle from a string normalized by {@link normalizeText}: degrees, `unclear`, or null. */
export function parseAngle(text: string, axis: Axis): number | 'unclear' | null {
  for (const mark of ['.', ','] as const) {
    const tokens = readTokens(text, mark)
    const angle = tokens && readAngleTokens(tokens, false)
    if (angle && (angle.axis === null || angle.axis === axis))
      return angle.isUnclear ? 'unclear' : angle.degrees
  }
  return null
}
