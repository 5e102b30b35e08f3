import { type Signals, signal } from '../telemetry/index.ts'

/**
 * Caches results that are requested many times a second: each is computed once, and concurrent callers share it. Stores
 * at most `max` results.
 */
export class ShortCache<T> {
  readonly #answers = new Map<string, { until: number; answer: Promise<T> }>()
  readonly #name: Signals['cache']['cache']
  readonly #ms: number
  readonly #max: number

  constructor({ name, ms, max }: { name: Signals['cache']['cache']; ms: number; max: number }) {
    this.#name = name
    this.#ms = ms
    this.#max = max
  }

  get(key: string, find: () => Promise<T>): Promise<T> {
    const now = performance.now()
    const known = this.#answers.get(key)
    const isHit = known !== undefined && known.until > now
    signal('cache', { cache: this.#name, isHit })
    if (isHit) return known.answer
    if (this.#answers.size >= this.#max) this.#answers.clear()
    const answer = find()
    this.#answers.set(key, { until: now + this.#ms, answer })
    answer.catch(() => this.#answers.delete(key))
    return answer
  }
}
