import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** Milliseconds between checks. */
const LOOK_MS = 30_000
/** The share of busy time below which a process counts as idle, so that garbage collection delays no requests. */
const QUIET = 0.05
/** A collection runs only if memory has grown by this factor since the last one. */
const GROWN = 1.1

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>

/** The environment for {@link returnMemoryWhenQuiet}, which tests replace. */
export type Surroundings = {
  collect: Collect | undefined
  utilization: (since?: EventLoopUtilization) => EventLoopUtilization
  memory: () => number
}

/**
 * Returns memory to the system after a busy period. Without allocations, the engine never collects garbage, so a
 * process would retain the memory until the next busy period. Does nothing without `--expose-gc`.
 * @returns a function that checks once; it also runs every {@link LOOK_MS} until the process ends
 */
export function returnMemoryWhenQuiet({
  collect = globalThis.gc,
  utilization = performance.eventLoopUtilization.bind(performance),
  memory = () => process.memoryUsage.rss(),
}: Partial<Surroundings> = {}): () => Promise<void> {
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
