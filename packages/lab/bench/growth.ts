import { measureCpu, quantile } from './bench-server.ts'
import { report } from './report.ts'
import type { Side } from './world/open.ts'

/** The time (ms) of each measurement in both worlds: the first execution and the repeat. */
type Timings = Record<'base' | 'world', { first: number[]; again: number[] }>

/** Creates empty timings. */
export function noTimings(): Timings {
  return { base: { first: [], again: [] }, world: { first: [], again: [] } }
}

/**
 * Runs the same query twice in each world, and adds the database's CPU time to `timings`. Returns the large world's
 * result. The first execution also reads pages from files. The larger world has more of them, regardless of the query
 * plan. The second execution reads pages from memory.
 */
export async function measureBoth<T>(
  timings: Timings | null,
  sides: Record<'base' | 'world', Side>,
  query: (side: Side) => Promise<T>,
): Promise<T> {
  const costs = { base: [] as number[], world: [] as number[] }
  let found: T | undefined
  for (const name of ['base', 'world'] as const)
    for (let times = 0; times < 2; times++) {
      const { took, result } = await measureCpu(sides[name].db, () => query(sides[name]))
      costs[name].push(took)
      found = result
    }
  for (const name of ['base', 'world'] as const) {
    const [first = 0, again = 0] = costs[name]
    timings?.[name].first.push(first)
    timings?.[name].again.push(again)
  }
  return found as T
}

function ms(numbers: readonly number[]) {
  return `${quantile(numbers, 0.5).toFixed(2)}, ${quantile(numbers, 0.95).toFixed(2)}`
}

/** Reports the p95's growth from the small world to the large one, and the large world's first-run cost. */
export function reportGrowth(name: string, { base, world }: Timings, max: number): void {
  report({
    name: `${name}, database CPU p95, of that in the small world`,
    value: quantile(world.again, 0.95) / quantile(base.again, 0.95),
    unit: 'x',
    goal: { max },
    detail: `p50, p95 (ms) in the small world: ${ms(base.again)}; in all of it: ${ms(world.again)}`,
  })
  report({
    name: `${name} for the first time since the database started, database CPU p95`,
    value: quantile(world.first, 0.95),
    unit: 'ms',
    detail: `p50, p95 (ms) in the small world: ${ms(base.first)}; in all of it: ${ms(world.first)}`,
  })
}
