import type { Pair } from './shape.ts'

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** In degrees: farther than the corners of one place, but less than the change caused by losing the first digit. */
const FAR_DEGREES = 0.5

type Tuples = {
  tuples: string[][]
  /** The tuples with a stray comma before their first number. */
  stray: Set<string[]>
}

/** Splits text into tuples. A comma next to whitespace joins parts of the same tuple. */
function splitTuples(text: string): Tuples {
  const [tuples, stray] = [[] as string[][], new Set<string[]>()]
  let isOpen = false
  for (const item of text.trim().split(/\s+/)) {
    // Two commas in a row mean that a number is missing, so the tuple is unreadable.
    const inner = item.replaceAll(/^,+|,+$/g, '')
    const numbers = inner === '' ? [] : inner.split(',')
    const last = tuples.at(-1)
    // `11.571, 48.130,0` continues a tuple. The first comma in `,11.571,48.130,0` is stray.
    if (last && numbers.length < 3 && (isOpen || (item.startsWith(',') && last.length === 1)))
      last.push(...numbers)
    else if (numbers.length > 0) {
      tuples.push(numbers)
      if (item.startsWith(',')) stray.add(numbers)
    }
    isOpen = item.endsWith(',') && (tuples.at(-1)?.length ?? 0) < 2
  }
  return { tuples, stray }
}

/**
 * Parses a KML `coordinates` element into corners, with null for each unreadable one. If a tuple in a list has fewer or
 * more numbers than most others, a comma is missing, so its first two numbers may be wrong. A comma before
 * a tuple is ignored, unless it may have been a digit or a minus, because the tuple is far from all others.
 */
export function readKmlCoordinates(text: string): (Pair | null)[] {
  if (text.trim() === '') return []
  const { tuples, stray } = splitTuples(text)
  if (tuples.length === 0) return [null]
  const withHeight = tuples.filter(({ length }) => length === 3).length
  const usual = withHeight * 2 > tuples.length ? 3 : 2
  return tuples.map((tuple) => {
    const isOdd = tuples.length > 2 ? tuple.length !== usual : tuple.length < 2 || tuple.length > 3
    const [x = '', y = ''] = tuple
    const isNear = (other: string[]) =>
      other !== tuple && Math.abs(Number(other[0]) - Number(x)) < FAR_DEGREES
    const isDamaged = stray.has(tuple) && tuples.length > 1 && !tuples.some(isNear)
    return isOdd || isDamaged || !tuple.every((number) => DECIMAL.test(number))
      ? null
      : [Number(x), Number(y)]
  })
}
