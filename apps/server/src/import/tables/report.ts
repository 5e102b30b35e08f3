import { shownLine } from '../shown-line.ts'

/** Counts of the rows of a table by outcome. */
export type TableCounts = { read: number; added: number; known: number; refused: number }

/** The report of an import: a line for everything that was not imported unchanged, and totals at the end. */
export class Report {
  readonly counts = new Map<string, TableCounts>()
  readonly #print: (line: string) => void
  /** Counts of photos and videos. */
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
    this.#print(shownLine(`note    ${where}: ${text}`))
  }

  refused(where: string, reason: string): void {
    this.#print(shownLine(`refused ${where}: ${reason}`))
  }

  /** Reports a missing photo or video. */
  fileRefused(where: string, address: string, reason: string): void {
    this.files.refused += 1
    this.#print(shownLine(`refused ${where}: ${address.slice(0, 120)} ${reason}`))
  }

  /** Whether everything was imported. */
  get isComplete(): boolean {
    return this.files.refused === 0 && [...this.counts.values()].every(({ refused }) => refused === 0)
  }

  /** The totals, one line for each table. */
  get summary(): string {
    const tables = [...this.counts].map(
      ([table, { read, added, known, refused }]) =>
        `  ${table}: ${read} read, ${added} added, ${known} already imported, ${refused} refused`,
    )
    const files = `  photos and videos: ${this.files.added} added, ${this.files.refused} refused`
    return [...tables, files].join('\n')
  }
}
