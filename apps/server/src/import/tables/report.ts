/** How many rows of a table came to what. */
export type TableCounts = { read: number; added: number; known: number; refused: number }

const MAX_SHOWN = 300

// What stands in an export is shown on a terminal: nothing in it may move the cursor or hide what stands before.
const shown = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, MAX_SHOWN)

/** The report of an import: a line for everything that was not imported unchanged, and sums at the end. */
export class Report {
  readonly counts = new Map<string, TableCounts>()
  readonly #says: (line: string) => void
  /** Files of photos and videos: taken, and not to be had. */
  files = { added: 0, refused: 0 }

  constructor(says: (line: string) => void) {
    this.#says = says
  }

  of(table: string): TableCounts {
    const counts = this.counts.get(table) ?? { read: 0, added: 0, known: 0, refused: 0 }
    this.counts.set(table, counts)
    return counts
  }

  note(where: string, text: string): void {
    this.#says(shown(`note    ${where}: ${text}`))
  }

  refused(where: string, reason: string): void {
    this.#says(shown(`refused ${where}: ${reason}`))
  }

  /** A photo or video that did not come. */
  fileRefused(where: string, address: string, reason: string): void {
    this.files.refused += 1
    this.#says(shown(`refused ${where}: ${address.slice(0, 120)} ${reason}`))
  }

  /** Whether everything came. */
  get isComplete(): boolean {
    return this.files.refused === 0 && [...this.counts.values()].every(({ refused }) => refused === 0)
  }

  /** The sums, a line for each table. */
  get summary(): string {
    const tables = [...this.counts].map(
      ([table, { read, added, known, refused }]) =>
        `  ${table}: ${read} read, ${added} added, ${known} already imported, ${refused} refused`,
    )
    const files = `  photos and videos: ${this.files.added} added, ${this.files.refused} refused`
    return [...tables, files].join('\n')
  }
}
