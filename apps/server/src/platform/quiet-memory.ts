import { type EventLoopUtilization, performance } from 'node:perf_hooks'

/** Between two looks. */
const LOOK_MS = 30_000
/** Share of the time at work below which a process counts as quiet: a collection holds nobody up then. */
const QUIET = 0.05
/** How much more than after the last collection is worth another one. */
const GROWN = 1.1

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'last-resort' }) => Promise<void>

/** What {@link returnMemoryWhenQuiet} looks at; a test brings its own. */
export type Surroundings = {
  collect: Collect | undefined
  utilization: (since?: EventLoopUtilization) => EventLoopUtilization
  memory: () => number
}

/**
 * Gives memory back to the system once a busy time is over. Without allocations the engine never collects, so a process
 * would hold what a crowd left behind until the next one comes. Does nothing where `--expose-gc` was not given.
 * @returns one look, which {@link LOOK_MS} repeats until the process ends
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
