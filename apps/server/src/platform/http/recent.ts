/**
 * Answers that are asked for many times in one second, each found once: those who ask meanwhile share it. Holds at most
 * `max` answers.
 */
export class Recent<T> {
  readonly #answers = new Map<string, { until: number; answer: Promise<T> }>()
  readonly #ms: number
  readonly #max: number

  constructor({ ms, max }: { ms: number; max: number }) {
    this.#ms = ms
    this.#max = max
  }

  get(key: string, find: () => Promise<T>): Promise<T> {
    const now = performance.now()
    const known = this.#answers.get(key)
    if (known && known.until > now) return known.answer
    if (this.#answers.size >= this.#max) this.#answers.clear()
    const answer = find()
    this.#answers.set(key, { until: now + this.#ms, answer })
    answer.catch(() => this.#answers.delete(key))
    return answer
  }
}
