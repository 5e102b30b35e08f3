import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** Milliseconds between checks. */
const LOOK_MS = 30_000
/** Share of busy time below which a process counts as quiet, so that a collection delays no requests. */
const QUIET = 0.05
/** Minimum growth since the last collection. */
const GROWN = 1.1

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>

/** The inputs of {@link returnMemoryWhenQuiet}; tests replace them. */
export type Surroundings = {
  collect: Collect | undefined
  utilization: (since?: EventLoopUtilization) => EventLoopUtilization
  memory: () => number
}

/**
 * Returns memory to the system after a busy time. Without allocations the engine never collects, so a process would
 * retain the memory of a rush until the next one. Does nothing without `--expose-gc`.
 * @returns one check, which is repeated every {@link LOOK_MS} until the process ends
 */
export const returnMemoryWhenQuiet = ({
  collect = globalThis.gc,
  utilization = performance.eventLoopUtilization.bind(performance),
  memory = () => process.memoryUsage.rss(),
}: Partial<Surroundings> = {}): (() => Promise<void>) => {
  let last = utilization()
  let after = 0
  const look = async () => {
    const { utilization: share } = utilization(last)
    last = utilization()
    if (!collect || share > QUIET || memory() < after * GROWN) return
    await collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
    after = memory()
  }
  setInterval(() => void look(), LOOK_MS).unref()
  return look
}
