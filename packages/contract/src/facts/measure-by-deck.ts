/** A point marked in a photo, as fractions of the width and height: (0, 0) is the top left, (1, 1) the bottom right. */
export type Mark = { x: number; y: number }

/**
 * The points marked for one measurement: the nose and tail of a board and, in the same plane, either the four corners
 * of the obstacle's face (top left, top right, bottom right, bottom left) or the two ends of its height.
 */
export type Marks = {
  deck: [Mark, Mark]
  face: [Mark, Mark, Mark, Mark] | null
  height: [Mark, Mark] | null
}

/** A length in centimeters and its error bound, which holds for 20 of 21 measurements. */
export type Measured = { cm: number; error_cm: number }

/** An obstacle's measured size; the length is null unless the face was marked. */
export type Measurement = { height: Measured; length: Measured | null }

/** A photo's size in pixels, and the length of the board in it in centimeters. */
export type Scene = { width: number; height: number; deck_cm: number }

/** The length of a typical board in centimeters. */
export const DECK_CM = 80

type Vector = readonly [number, number, number]

// The focal length of a typical lens, as a multiple of the photo's diagonal. Most photos are taken with a phone lens
// (26 mm equivalent), and camera lenses are similar. A point marked by hand is off by about one pixel on a phone's
// screen.
const LENS = 0.6
const LENS_SPREAD = 0.25
const MARK_SPREAD = 0.0015
// Accounts for lens distortion, bent boards, and ledges that aren't perfect rectangles.
const WORLD_SPREAD = 0.01

function length([x, y, z]: Vector): number {
  return Math.hypot(x, y, z)
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** A projection of the unit square onto a face: the directions of its sides, and its first corner. */
type Square = { across: Vector; down: Vector; corner: Mark }

/** Computes the projective map from the unit square to four corners (Heckbert); null if they don't form a face. */
function mapToSquare([a, b, c, d]: readonly [Mark, Mark, Mark, Mark]): Square | null {
  const sum = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y }
  const [one, two] = [
    { x: b.x - c.x, y: b.y - c.y },
    { x: d.x - c.x, y: d.y - c.y },
  ]
  const area = one.x * two.y - two.x * one.y
  const g = (sum.x * two.y - two.x * sum.y) / area
  const h = (one.x * sum.y - sum.x * one.y) / area
  // Rejects corners that are behind the camera, collinear, or in the wrong order.
  if (
    !Number.isFinite(g + h) ||
    area >= 0 === isClockwise(a, b, c) ||
    Math.min(1 + g, 1 + h, 1 + g + h) <= 0.05
  )
    return null
  return {
    across: [b.x - a.x + g * b.x, b.y - a.y + g * b.y, g],
    down: [d.x - a.x + h * d.x, d.y - a.y + h * d.y, h],
    corner: a,
  }
}

function isClockwise(a: Mark, b: Mark, c: Mark): boolean {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
}

/** Maps a point in the photo to the unit square. */
function onSquare({ across, down, corner }: Square, { x, y }: Mark): Mark {
  const [a, b] = [across[0] - across[2] * x, down[0] - down[2] * x]
  const [c, d] = [across[1] - across[2] * y, down[1] - down[2] * y]
  const [e, f] = [x - corner.x, y - corner.y]
  const area = a * d - b * c
  return { x: (e * d - b * f) / area, y: (a * f - e * c) / area }
}

function through([x, y, z]: Vector, lens: number): Vector {
  return [x / lens, y / lens, z]
}

/** Returns how far the angle between two sides deviates from 90 degrees, seen through the given lens. */
function skew({ across, down }: Square, lens: number): number {
  const [a, b] = [through(across, lens), through(down, lens)]
  return dot(a, b) / (length(a) * length(b))
}

/**
 * Computes the face's sides in centimeters for the given lens; undefined if the marks don't form a face and a board.
 */
function computeSize(marks: readonly Mark[], deck_cm: number, lens: number): [number, number] | undefined {
  const [nose, tail, ...corners] = marks
  const square = mapToSquare(corners as [Mark, Mark, Mark, Mark])
  if (!square || !nose || !tail) return undefined
  const aspect = length(through(square.across, lens)) / length(through(square.down, lens))
  const [from, to] = [onSquare(square, nose), onSquare(square, tail)]
  const scale = deck_cm / Math.hypot((to.x - from.x) * aspect, to.y - from.y)
  return Number.isFinite(scale) ? [scale, scale * aspect] : undefined
}

function nudged(marks: readonly Mark[], at: number, axis: 'x' | 'y', by: number): Mark[] {
  return marks.map((mark, index) => (index === at ? { ...mark, [axis]: mark[axis] + by } : mark))
}

const AXES = ['x', 'y'] as const

/** Returns the combined spread of the values if each mark has its typical error. */
function measureSpread(
  marks: readonly Mark[],
  values: (marks: readonly Mark[]) => number[] | undefined,
): number[] {
  const here = values(marks) ?? []
  const squares = here.map(() => 0)
  for (const at of marks.keys())
    for (const axis of AXES) {
      const there = values(nudged(marks, at, axis, MARK_SPREAD)) ?? here
      for (const [n, value] of here.entries())
        squares[n] = (squares[n] ?? 0) + ((there[n] ?? value) - value) ** 2
    }
  return squares.map(Math.sqrt)
}

const STEPS = Array.from({ length: 121 }, (_, n) => LENS * Math.exp((n - 60) / 75))

/**
 * Estimates the lens and its uncertainty. With the correct lens, the face's angles are right angles. If the view isn't
 * oblique enough to tell, assumes a phone lens.
 */
function findLens(marks: readonly Mark[]): { lens: number; spread: number } {
  const corners = (all: readonly Mark[]) => mapToSquare(all.slice(2) as [Mark, Mark, Mark, Mark])
  const square = corners(marks)
  if (!square) return { lens: LENS, spread: LENS_SPREAD }
  const [noise = 0] = measureSpread(marks, (all) => {
    const moved = corners(all)
    return moved ? [skew(moved, LENS)] : undefined
  })
  const weights = STEPS.map((lens) => {
    const cost =
      (Math.log(lens / LENS) / LENS_SPREAD) ** 2 + (skew(square, lens) / Math.hypot(noise, WORLD_SPREAD)) ** 2
    return Math.exp(-cost / 2)
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (!(all > 0)) return { lens: LENS, spread: LENS_SPREAD }
  const mean = (of: (lens: number) => number) =>
    STEPS.reduce((sum, lens, n) => sum + of(Math.log(lens)) * (weights[n] ?? 0), 0) / all
  const middle = mean((log) => log)
  return { lens: Math.exp(middle), spread: Math.sqrt(mean((log) => (log - middle) ** 2)) }
}

function withError(cm: number, ...spreads: readonly number[]): Measured {
  return {
    cm,
    error_cm: 2 * Math.hypot(cm * WORLD_SPREAD, ...spreads),
  }
}

function measureFace(marks: readonly Mark[], deck_cm: number): Measurement | null {
  const { lens, spread } = findLens(marks)
  const size = computeSize(marks, deck_cm, lens)
  if (!size) return null
  const [byHand, byLens] = [
    measureSpread(marks, (all) => computeSize(all, deck_cm, lens)),
    computeSize(marks, deck_cm, lens * Math.exp(spread)) ?? size,
  ]
  const [high, long] = size
  return {
    height: withError(high, byHand[0] ?? 0, byLens[0] - high),
    length: withError(long, byHand[1] ?? 0, byLens[1] - long),
  }
}

function between(a: Mark, b: Mark): Mark {
  return { x: b.x - a.x, y: b.y - a.y }
}

function sizeOfMark({ x, y }: Mark): number {
  return Math.hypot(x, y)
}

// The error for views up to 35 degrees off-center. A board at an angle to the measured height is foreshortened
// differently, and a nearer or farther one looks larger or smaller. Determined with rendered scenes
// (measure-by-deck.test.ts).
const ELSEWHERE = 0.065
const ASIDE = 0.1

function measureHeight(marks: readonly Mark[], deck_cm: number): Measurement | null {
  const sides = ([nose, tail, top, foot]: readonly Mark[]) =>
    nose && tail && top && foot ? { deck: between(nose, tail), high: between(top, foot) } : null
  const value = (all: readonly Mark[]) => {
    const found = sides(all)
    return found ? [(deck_cm * sizeOfMark(found.high)) / sizeOfMark(found.deck)] : undefined
  }
  const found = sides(marks)
  const [cm] = value(marks) ?? []
  if (!found || cm === undefined || !Number.isFinite(cm) || cm === 0) return null
  const { deck, high } = found
  const across = Math.abs(deck.x * high.y - deck.y * high.x) / (sizeOfMark(deck) * sizeOfMark(high))
  const [byHand = 0] = measureSpread(marks, value)
  return { height: withError(cm, byHand, cm * ELSEWHERE, cm * ASIDE * across), length: null }
}

/**
 * Measures an obstacle's height and length with a board of known length in the same plane. Given the four corners of
 * the face, corrects for perspective, assuming that the lens points at the photo's center and that the face has right
 * angles. Given only the height, compares lengths directly, with a larger error. Returns null if the marks don't form a
 * face and a board.
 */
export function measure({ deck, face, height }: Marks, scene: Scene): Measurement | null {
  const diagonal = Math.hypot(scene.width, scene.height)
  const centred = ({ x, y }: Mark): Mark => ({
    x: ((x - 0.5) * scene.width) / diagonal,
    y: ((y - 0.5) * scene.height) / diagonal,
  })
  if (face) return measureFace([...deck, ...face].map(centred), scene.deck_cm)
  return height ? measureHeight([...deck, ...height].map(centred), scene.deck_cm) : null
}

/**
 * Whether measurements agree: each differs from the combined value by at most the sum of both errors. Returns null for
 * fewer than two measurements.
 */
export function doAgree(values: readonly Measured[]): boolean | null {
  if (values.length < 2) return null
  const { cm, error_cm } = together(values)
  return values.every((one) => Math.abs(one.cm - cm) <= one.error_cm + error_cm)
}

/** Combines measurements, weighted by certainty. Each error counts as at least one fiftieth of its length. */
export function together(values: readonly Measured[]): Measured {
  const weights = values.map(({ error_cm }) => 1 / error_cm ** 2)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const cm = values.reduce((sum, value, n) => sum + value.cm * (weights[n] ?? 0), 0) / all
  return { cm, error_cm: Math.max(1 / Math.sqrt(all), cm / 50) }
}
