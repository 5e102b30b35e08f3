import { setTimeout as sleep } from 'node:timers/promises'

/** A client that polls this often within the window (ms) is a load balancer, not a person. */
const ASKED = 3
const ASKED_WITHIN_MS = 15_000
/** After this many negative responses, a load balancer takes the server out of rotation. */
const REFUSALS = 2
/** How many milliseconds to wait for requests that the load balancer has already sent. */
const SETTLE_MS = 300
/** Maximum time in milliseconds to wait for the load balancer's next poll. */
const LONGEST_MS = 5_000

/**
 * Whether this server can receive requests. A load balancer finds out by polling, so a stopping server first reports
 * that it isn't ready. Otherwise, a request could arrive just as its connection is closed, and get no response.
 */
export class Readiness {
  #asked: number[] = []
  #isStopping = false
  #refusals = 0
  readonly #refused = Promise.withResolvers<void>()

  /** Returns the response to a poll. */
  answer(): boolean {
    if (!this.#isStopping) {
      this.#asked = [...this.#asked, performance.now()].slice(-ASKED)
      return true
    }
    this.#refusals += 1
    if (this.#refusals === REFUSALS) this.#refused.resolve()
    return false
  }

  /**
   * Marks the server as not ready. Resolves once the load balancer has noticed, or immediately if no load balancer
   * polls.
   */
  async leave(): Promise<void> {
    this.#isStopping = true
    const since = performance.now() - ASKED_WITHIN_MS
    if (this.#asked.filter((at) => at > since).length < ASKED) return
    const known = this.#refused.promise.then(() => sleep(SETTLE_MS))
    await Promise.race([known, sleep(LONGEST_MS)])
  }
}
