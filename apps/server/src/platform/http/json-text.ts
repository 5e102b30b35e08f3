/**
 * JSON that the database made, sent unchanged. A page comes in parts: joined first, a single letter beyond
 * Latin-1 makes all of the text twice as wide, and its encoding takes three times as long.
 */
export class JsonText {
  readonly #parts: readonly string[]
  constructor(...parts: readonly string[]) {
    this.#parts = parts
  }

  get text(): string {
    return this.#parts.join('')
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts.map((part) => Buffer.from(part)))
  }
}

/** A page of a list: its items, made by the database, and the cursor of the next page. */
export const jsonPage = (items: readonly string[], next_cursor: string | null): JsonText =>
  new JsonText(
    '{"items":[',
    ...items.flatMap((item, i) => (i === 0 ? [item] : [',', item])),
    `],"next_cursor":${JSON.stringify(next_cursor)}}`,
  )
