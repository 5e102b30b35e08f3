/** How the limit moves; times in milliseconds. */
export type LimitFigures = {
  /** What most requests may take before there are too many at once. */
  slowMs: number
  /** Requests at once: at the start and where nothing is slow, at least, and at most. */
  start: number
  min: number
  max: number
}

/** How much one look may change the limit. */
const STEP = { down: 0.7, up: 1.05 } as const
/** Fewer answers say nothing yet. */
const ENOUGH = 8

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

/**
 * How many requests may be in progress at once, found from how long they take. While most take longer than `slowMs` the
 * limit falls in that proportion; while they do not, it rises to where it began, and above that as long as somebody is
 * refused. The median decides: a few slow operations do not close the door to all.
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

  /** Whether `share` of the places are taken. */
  isFull(share = 1): boolean {
    return this.#inUse >= this.#limit * share
  }

  /** Takes a place if fewer than `share` of them are taken; the caller gives it back. */
  take(share: number): boolean {
    if (this.isFull(share)) {
      this.#wasReached = true
      return false
    }
    this.#inUse += 1
    return true
  }

  /** Takes a place though there may be none: for what was let in before. */
  enter(): void {
    this.#inUse += 1
  }

  /** Says that somebody was refused for want of a place. */
  reach(): void {
    this.#wasReached = true
  }

  /** Gives a place back after so long; null where the time says nothing about us. */
  giveBack(ms: number | null): void {
    this.#inUse -= 1
    if (ms !== null) this.#took.push(ms)
  }

  /** Moves the limit by what was seen since the last move. To be called several times a second. */
  look(): void {
    const { slowMs, start, min, max } = this.#figures
    if (this.#took.length < ENOUGH && this.#wasReached) return
    const ratio = this.#took.length < ENOUGH ? STEP.up : slowMs / Math.max(medianOf(this.#took), 1)
    const changed = this.#limit * Math.min(STEP.up, Math.max(STEP.down, ratio))
    const most = this.#wasReached ? max : Math.max(start, this.#limit)
    this.#limit = Math.min(most, Math.max(min, changed))
    this.#took.length = 0
    this.#wasReached = false
  }
}
