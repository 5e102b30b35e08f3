import { toShownLine } from '@nollie/server/import'

/** Number of a table's rows per outcome. */
export type TableCounts = { read: number; added: number; known: number; refused: number }

/** An import's report: a line for everything that was changed or not imported, and totals at the end. */
export class Report {
  readonly counts = new Map<string, TableCounts>()
  readonly #print: (line: string) => void
  /** Number of photos and videos per outcome. */
  files = { added: 0, refused: 0 }

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  of(table: string): TableCounts {
    const counts = this.counts.get(table) ?? { read: 0, added: 0, known: 0, refused: 0 }
    this.counts.set(table, counts)
    return counts
  }

  note(where: string, text: string): void {
    this.#print(toShownLine(`note    ${where}: ${text}`))
  }

  refused(where: string, reason: string): void {
    this.#print(toShownLine(`refused ${where}: ${reason}`))
  }

  /** Reports a photo or video that is missing. */
  fileRefused(where: string, address: string, reason: string): void {
    this.files.refused += 1
    this.#print(toShownLine(`refused ${where}: ${address.slice(0, 120)} ${reason}`))
  }

  /** Whether everything was imported. */
  get isComplete(): boolean {
    return this.files.refused === 0 && [...this.counts.values()].every(({ refused }) => refused === 0)
  }

  /** The totals, one line per table. */
  get summary(): string {
    const tables = [...this.counts].map(
      ([table, { read, added, known, refused }]) =>
        `  ${table}: ${read} read, ${added} added, ${known} already imported, ${refused} refused`,
    )
    const files = `  photos and videos: ${this.files.added} added, ${this.files.refused} refused`
    return [...tables, files].join('\n')
  }
}
