import type { Point } from '../../lib/places/metres-between.ts'
import { metresBetween } from '../../lib/places/metres-between.ts'

/** Gains smaller than this are rounding errors. */
const LEAST_GAIN = 1e-6

function nearest(from: Point, points: readonly Point[], left: ReadonlySet<number>): number {
  let best = -1
  let shortest = Number.POSITIVE_INFINITY
  for (const index of left) {
    const point = points[index]
    const far = point ? metresBetween(from, point) : Number.POSITIVE_INFINITY
    if (far < shortest) [best, shortest] = [index, far]
  }
  return best
}

/**
 * Finds a short route (in straight lines) through points, and returns their indexes in order. Uses nearest neighbor,
 * then 2-opt until nothing improves. Starts at the point nearest to `from`, or else at the first point. Fast enough for
 * 200 points, but not always optimal.
 */
export function findShortestWay(points: readonly Point[], from: Point | null = null): number[] {
  const [first] = points
  if (!first) return []
  const left = new Set(points.keys())
  const way: number[] = []
  for (let at = from ?? first; left.size > 0; ) {
    const next = nearest(at, points, left)
    left.delete(next)
    way.push(next)
    at = points[next] ?? at
  }
  return untangled(way, points, from)
}

function untangled(way: number[], points: readonly Point[], from: Point | null): number[] {
  const far = (a: number | undefined, b: number | undefined): number => {
    const [one, other] = [a === -1 ? from : points[a ?? -2], points[b ?? -2]]
    // There is no next point after the last one.
    return one && other ? metresBetween(one, other) : 0
  }
  // -1 is the device's position. If there's none, the first point remains first.
  const order = from ? [-1, ...way] : [...way]
  for (let improved = true; improved; ) {
    improved = false
    for (let start = 1; start < order.length - 1; start++)
      for (let end = start + 1; end < order.length; end++) {
        const before = far(order[start - 1], order[start]) + far(order[end], order[end + 1])
        const after = far(order[start - 1], order[end]) + far(order[start], order[end + 1])
        if (before - after < LEAST_GAIN) continue
        order.splice(start, end - start + 1, ...order.slice(start, end + 1).reverse())
        improved = true
      }
  }
  return order.filter((index) => index >= 0)
}

/** Returns the distances (meters) between consecutive points, and their total. */
export function measureLengths(points: readonly Point[]): { steps: number[]; total: number } {
  const steps = points.slice(1).map((point, index) => metresBetween(points[index] ?? point, point))
  return { steps, total: steps.reduce((sum, step) => sum + step, 0) }
}
