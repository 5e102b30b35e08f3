import { setTimeout as sleep } from 'node:timers/promises'

/** Whoever has asked so often within this time (ms) is a balancer, not a person. */
const ASKED = 3
const ASKED_WITHIN_MS = 15_000
/** So many refusals take a server out of a balancer. */
const REFUSALS = 2
/** What the balancer has sent by then arrives in this time (ms). */
const SETTLE_MS = 300
/** A balancer that has not asked again by then (ms) is not waited for. */
const LONGEST_MS = 5_000

/**
 * Whether this server may be sent requests. A balancer learns it by asking, so a server that stops first answers that it
 * is not ready: a request that crosses the end of its open connection would get no answer.
 */
export class Readiness {
  #asked: number[] = []
  #isStopping = false
  #refusals = 0
  readonly #refused = Promise.withResolvers<void>()

  /** The answer to somebody who asks. */
  answer(): boolean {
    if (!this.#isStopping) {
      this.#asked = [...this.#asked, performance.now()].slice(-ASKED)
      return true
    }
    this.#refusals += 1
    if (this.#refusals === REFUSALS) this.#refused.resolve()
    return false
  }

  /** From now on this server is not ready; resolves when a balancer knows, at once where none asks. */
  async leave(): Promise<void> {
    this.#isStopping = true
    const since = performance.now() - ASKED_WITHIN_MS
    if (this.#asked.filter((at) => at > since).length < ASKED) return
    const known = this.#refused.promise.then(() => sleep(SETTLE_MS))
    await Promise.race([known, sleep(LONGEST_MS)])
  }
}
