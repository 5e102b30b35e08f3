import { MAX_ROW } from './row-limit.ts'

const DELIMITERS = [',', ';', '\t', '|']

const delimiterOf = (text: string): string => {
  const [header = ''] = text.split('\n', 1)
  const count = (mark: string) => header.split(mark).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/**
 * Parses CSV (RFC 4180) character by character. A record that is too long is not stored, so that memory stays bounded.
 */
class CsvReader {
  #record: (string | null)[] = []
  #field = ''
  #wasQuoted = false
  #inQuotes = false
  #quoteBefore = false
  #length = 0
  readonly #delimiter: string

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  // An empty field without quotes is null.
  #endField(): void {
    this.#record.push(this.#field === '' && !this.#wasQuoted ? null : this.#field)
    this.#field = ''
    this.#wasQuoted = false
  }

  /** Ends the record: returns null if it was too long, undefined for an empty line. */
  end(): (string | null)[] | null | undefined {
    const isTooLong = this.#length > MAX_ROW
    this.#endField()
    const record = this.#record
    this.#record = []
    this.#length = 0
    this.#inQuotes = false
    this.#quoteBefore = false
    if (isTooLong) return null
    return record.length === 1 && record[0] === null ? undefined : record
  }

  #add(mark: string): void {
    this.#length += 1
    if (this.#length <= MAX_ROW) this.#field += mark
  }

  /** Takes one character; returns whether it ended a record. */
  take(mark: string): boolean {
    if (this.#inQuotes) {
      if (mark !== '"') this.#add(mark)
      else {
        this.#inQuotes = false
        this.#quoteBefore = true
      }
      return false
    }
    const doubled = this.#quoteBefore && mark === '"'
    this.#quoteBefore = false
    if (doubled) {
      this.#inQuotes = true
      this.#add('"')
    } else if (mark === '"' && this.#field === '') {
      this.#inQuotes = true
      this.#wasQuoted = true
    } else if (mark === this.#delimiter) {
      this.#length += 1
      if (this.#length <= MAX_ROW) this.#endField()
    } else if (mark === '\n') return true
    else if (mark !== '\r') this.#add(mark)
    return false
  }
}

/** A record with the line it begins in; null for one that is too long. */
export type CsvRow = { line: number; fields: (string | null)[] | null }

/** The records of a CSV file with commas, semicolons, tabs or bars, and the line in which each begins. */
export async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let reader: CsvReader | null = null
  let [line, begins] = [1, 1]
  for await (const chunk of chunks) {
    const text: string = reader === null ? chunk.replace(/^\uFEFF/, '') : chunk
    reader ??= new CsvReader(delimiterOf(text))
    for (const mark of text) {
      if (mark === '\n') line += 1
      if (!reader.take(mark)) continue
      const fields = reader.end()
      if (fields !== undefined) yield { line: begins, fields }
      begins = line
    }
  }
  const last = reader?.end()
  if (last !== undefined) yield { line: begins, fields: last }
}

/** {@link csvRows} without their lines. */
export async function* csvRecords(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow['fields']> {
  for await (const { fields } of csvRows(chunks)) yield fields
}
