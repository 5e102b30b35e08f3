/** How the limit changes; times are in milliseconds. */
export type LimitFigures = {
  /** If most requests take longer than this, too many are running concurrently. */
  slowMs: number
  /** Concurrent requests: `start` is the limit initially and while nothing is slow. */
  start: number
  min: number
  max: number
}

/** Maximum change to the limit per evaluation. */
const STEP = { down: 0.7, up: 1.05 } as const
/** The minimum number of responses for a meaningful median. */
const ENOUGH = 8

function computeMedian(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}

/**
 * An adaptive limit on concurrent requests, based on their latency. While the median exceeds `slowMs`, the limit
 * decreases proportionally. Otherwise, it increases to its starting value, and beyond that only while requests are
 * refused. Because it uses the median, a few slow operations don't lock everyone out.
 */
export class AdaptiveLimit {
  readonly #figures: LimitFigures
  readonly #took: number[] = []
  #limit: number
  #inUse = 0
  #wasReached = false

  constructor(figures: LimitFigures) {
    this.#figures = figures
    this.#limit = figures.start
  }

  get limit(): number {
    return this.#limit
  }

  get inUse(): number {
    return this.#inUse
  }

  /** Whether at least `share` of the slots are taken. */
  isFull(share = 1): boolean {
    return this.#inUse >= this.#limit * share
  }

  /** Takes a slot if fewer than `share` of them are taken; the caller must give it back. */
  take(share: number): boolean {
    if (this.isFull(share)) {
      this.#wasReached = true
      return false
    }
    this.#inUse += 1
    return true
  }

  /** Takes a slot even if none is free, for requests that were already admitted. */
  enter(): void {
    this.#inUse += 1
  }

  /** Records that a request was refused because no slot was free. */
  reach(): void {
    this.#wasReached = true
  }

  /** Gives a slot back after the given duration; null if it doesn't reflect the server's speed. */
  giveBack(ms: number | null): void {
    this.#inUse -= 1
    if (ms !== null) this.#took.push(ms)
  }

  /** Adjusts the limit based on latencies since the last call. Call it several times a second. */
  look(): void {
    const { slowMs, start, min, max } = this.#figures
    if (this.#took.length < ENOUGH && this.#wasReached) return
    const ratio = this.#took.length < ENOUGH ? STEP.up : slowMs / Math.max(computeMedian(this.#took), 1)
    const changed = this.#limit * Math.min(STEP.up, Math.max(STEP.down, ratio))
    const most = this.#wasReached ? max : Math.max(start, this.#limit)
    this.#limit = Math.min(most, Math.max(min, changed))
    this.#took.length = 0
    this.#wasReached = false
  }
}
