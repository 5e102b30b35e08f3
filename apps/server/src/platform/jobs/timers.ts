import type { TaskLeases } from './task-leases.ts'

type Timer = { name: string; everySeconds: number; task: () => Promise<void>; isShared: boolean }

type Work = {
  leases: TaskLeases
  /** Called with every run, so that stopping can wait for it. */
  run: (work: Promise<void>) => void
  failed: (error: unknown, name: string) => void
}

/** Scheduled tasks; each runs at most once at a time. */
export class Timers {
  readonly #work: Work
  readonly #timers: Timer[] = []
  readonly #handles = new Map<string, NodeJS.Timeout>()
  #isStopped = false

  constructor(work: Work) {
    this.#work = work
  }

  /** Adds a task for {@link start} to start. */
  add(timer: Timer): void {
    this.#timers.push(timer)
  }

  get all(): readonly Timer[] {
    return this.#timers
  }

  /** Starts all added tasks, and the ones in `own`. Each task first runs after its interval. */
  start(...own: Timer[]): void {
    for (const timer of [...this.#timers, ...own]) this.#schedule(timer)
  }

  #schedule(timer: Timer): void {
    if (this.#isStopped) return
    this.#handles.set(
      timer.name,
      setTimeout(() => this.#work.run(this.#run(timer)), timer.everySeconds * 1000),
    )
  }

  async #run(timer: Timer): Promise<void> {
    const { name, everySeconds, task, isShared } = timer
    try {
      if (isShared) await this.#work.leases.run(name, everySeconds, task)
      else await task()
    } catch (error) {
      this.#work.failed(error, name)
    }
    this.#schedule(timer)
  }

  /** Stops scheduling runs. */
  stop(): void {
    this.#isStopped = true
    for (const handle of this.#handles.values()) clearTimeout(handle)
  }
}
