import { quantile } from './map-lib.ts'
import type { Figure } from './report.ts'
import { worldSize } from './world/open.ts'

/**
 * The figure of how the p95 of something grows from the small world to all of it. The goal is that of size S: from one
 * million posts on caches miss more often, at as many buffers read (docs/performance.md).
 */
export const growth = (
  { base, world }: { base: readonly number[]; world: readonly number[] },
  max = worldSize() === 'S' ? 1.2 : 1.8,
): Pick<Figure, 'value' | 'unit' | 'goal' | 'detail'> => {
  const ms = (numbers: readonly number[]) =>
    `${quantile(numbers, 0.5).toFixed(2)}, ${quantile(numbers, 0.95).toFixed(2)}`
  return {
    value: quantile(world, 0.95) / quantile(base, 0.95),
    unit: 'x',
    goal: { max },
    detail: `p50, p95 (ms) in the small world: ${ms(base)}; in all of it: ${ms(world)}`,
  }
}
