/** When and for which tables a rollup runs. */
export type RollupOptions = {
  /** The queues that it drains; each has the trigger `nollie_signal_work`. */
  tables: readonly string[]
  /** Minimum time between two runs, in seconds. */
  pauseSeconds: number
  /** Whether it also runs without signals; true by default. */
  polls?: boolean
}

type Work = {
  /** Drains the queues; returns whether they had rows. */
  task: () => Promise<boolean>
  /** Called with every run's promise, so that a stop can wait for it. */
  run: (work: Promise<void>) => void
  failed: (error: unknown) => void
}

/**
 * Seconds between polls if there are no signals. Signals are lost with the listening connection, and a killed process
 * sends none for its rows.
 */
const NET_SECONDS = 10

/**
 * Drains change queues: half a pause after a signal, again after each pause until no rows are left, then at increasing
 * intervals. (A signal also covers rows that its connection appends within 0.2 s, which may be committed late.)
 */
export class Rollup {
  readonly name: string
  readonly tables: readonly string[]
  readonly task: () => Promise<void>
  readonly #work: Work
  readonly #pauseMs: number
  readonly #polls: boolean
  #timer: NodeJS.Timeout | undefined
  #due = Number.POSITIVE_INFINITY
  #lastEnd = Number.NEGATIVE_INFINITY
  #looksInVain = 0
  #isRunning = false
  #isSignalled = false
  #isStopped = false

  constructor(name: string, { tables, pauseSeconds, polls = true }: RollupOptions, work: Work) {
    this.name = name
    this.tables = tables
    this.#pauseMs = pauseSeconds * 1000
    this.#polls = polls
    this.#work = work
    this.task = async () => void (await work.task())
  }

  /** Schedules a run after rows were appended. Waits half a pause, so that other connections can append more. */
  signal(): void {
    this.#isSignalled = true
    if (this.#isRunning) return
    this.#schedule(Math.max(performance.now() + this.#pauseMs / 2, this.#lastEnd + this.#pauseMs))
  }

  #schedule(at: number): void {
    if (this.#isStopped || this.#due <= at) return
    clearTimeout(this.#timer)
    this.#due = at
    this.#timer = setTimeout(() => this.#work.run(this.#run()), Math.max(0, at - performance.now()))
  }

  async #run(): Promise<void> {
    this.#due = Number.POSITIVE_INFINITY
    this.#isRunning = true
    const wasSignalled = this.#isSignalled
    this.#isSignalled = false
    let found = false
    try {
      found = await this.#work.task()
    } catch (error) {
      this.#work.failed(error)
    }
    this.#isRunning = false
    this.#lastEnd = performance.now()
    const isIdle = !found && !wasSignalled && !this.#isSignalled
    if (isIdle && !this.#polls) return
    this.#looksInVain = isIdle ? this.#looksInVain + 1 : 0
    this.#schedule(this.#lastEnd + Math.min(NET_SECONDS * 1000, this.#pauseMs * 2 ** this.#looksInVain))
  }

  /** Stops scheduling runs. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }
}
