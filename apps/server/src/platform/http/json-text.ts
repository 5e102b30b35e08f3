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

const listed = (items: readonly string[]): string[] =>
  items.flatMap((item, i) => (i === 0 ? [item] : [',', item]))

/** A page of a list: its items, made by the database, the cursor of the next page, and lists of something else beside them. */
export const jsonPage = (
  items: readonly string[],
  next_cursor: string | null,
  beside: Readonly<Record<string, readonly string[]>> = {},
): JsonText =>
  new JsonText(
    '{"items":[',
    ...listed(items),
    ']',
    ...Object.entries(beside).flatMap(([name, others]) => [`,"${name}":[`, ...listed(others), ']']),
    `,"next_cursor":${JSON.stringify(next_cursor)}}`,
  )
