/**
 * JSON built by the database and sent unchanged. A page is sent in parts: if they were joined, one character beyond
 * Latin-1 would double the string's size and triple its encoding time.
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

function listed(items: readonly string[]): string[] {
  return items.flatMap((item, i) => (i === 0 ? [item] : [',', item]))
}

/** Builds a page of a list: its items as built by the database, the next page's cursor, and additional lists. */
export function jsonPage(
  items: readonly string[],
  next_cursor: string | null,
  beside: Readonly<Record<string, readonly string[]>> = {},
): JsonText {
  return new JsonText(
    '{"items":[',
    ...listed(items),
    ']',
    ...Object.entries(beside).flatMap(([name, others]) => [`,"${name}":[`, ...listed(others), ']']),
    `,"next_cursor":${JSON.stringify(next_cursor)}}`,
  )
}
