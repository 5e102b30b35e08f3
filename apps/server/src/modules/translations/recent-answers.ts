/**
 * Caches up to `max` of the most recently requested answers. Concurrent requests for the same answer share a fetch.
 * Failures aren't cached.
 */
export class RecentAnswers<Answer> {
  readonly #answers = new Map<string, Promise<Answer>>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#answers.size
  }

  async get(key: string, fetchIt: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#answers.get(key) ?? fetchIt()
    // Move it to the end, which marks it as the most recent.
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > this.#max && oldest !== undefined) this.#answers.delete(oldest)
    try {
      return await answer
    } catch (error) {
      if (this.#answers.get(key) === answer) this.#answers.delete(key)
      throw error
    }
  }
}
