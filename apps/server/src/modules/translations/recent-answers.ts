/** The answers asked for last, at most `max` of them; what is asked for twice at once is fetched once, and failures are forgotten. */
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
    // What is asked for is the newest again, by its place at the end.
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
