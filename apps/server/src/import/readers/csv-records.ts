import { MAX_ROW } from './row-limit.ts'

const DELIMITERS = [',', ';', '\t', '|']

/** Number of lines in which to look for the separator, if the first line is a title without any. */
const TITLE_LINES = 10

/** Counts only marks outside of quotes, because a name may contain them: `name;"Latitude, Longitude"`. */
function guessDelimiter(text: string): string {
  const lines = text.replaceAll(/"[^"]*"/g, '').split('\n', TITLE_LINES)
  const header = lines.find((line) => DELIMITERS.some((mark) => line.includes(mark))) ?? ''
  const count = (mark: string) => header.split(mark).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/**
 * Parses CSV (RFC 4180) character by character. Doesn't store a record that is too long, so that memory stays bounded.
 */
class CsvReader {
  #record: (string | null)[] = []
  #field = ''
  #wasQuoted = false
  #inQuotes = false
  #quoteBefore = false
  /** The line of the last quote that opened a field. */
  #opened = 0
  #unclosed: number | null = null
  #length = 0
  readonly #delimiter: string

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  // An empty field without quotes becomes null.
  #endField(): void {
    this.#record.push(this.#field === '' && !this.#wasQuoted ? null : this.#field)
    this.#field = ''
    this.#wasQuoted = false
  }

  /** Ends the record. Returns undefined for an empty line. */
  end(): Omit<CsvRow, 'line'> | undefined {
    const unclosed = this.#inQuotes ? this.#opened : this.#unclosed
    const isTooLong = this.#length > MAX_ROW
    this.#endField()
    const record = this.#record
    this.#record = []
    this.#length = 0
    this.#inQuotes = false
    this.#quoteBefore = false
    this.#unclosed = null
    if (unclosed !== null || isTooLong) return { fields: null, unclosed }
    return record.length === 1 && record[0] === null ? undefined : { fields: record, unclosed }
  }

  #add(mark: string): void {
    this.#length += 1
    if (this.#length <= MAX_ROW) this.#field += mark
  }

  // Text after the closing quote of a multiline field means that this quote really opened the next field.
  #addUnquoted(mark: string, line: number): void {
    if (this.#wasQuoted && line > this.#opened && mark !== ' ') this.#unclosed ??= this.#opened
    this.#add(mark)
  }

  /** Processes one character. Returns whether it ended a record. */
  take(mark: string, line: number): boolean {
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
      this.#opened = line
    } else if (mark === this.#delimiter) {
      this.#length += 1
      if (this.#length <= MAX_ROW) this.#endField()
    } else if (mark === '\n') return true
    else if (mark !== '\r') this.#addUnquoted(mark, line)
    return false
  }
}

/** A record with the number of its first line. */
export type CsvRow = {
  line: number
  /** Null if the record is too long, or has a quote that never ends. */
  fields: (string | null)[] | null
  /** The line where such a quote begins. Nothing after it is used, because it could all be part of the quoted field. */
  unclosed: number | null
}

/** Reads CSV records separated by commas, semicolons, tabs, or bars, with the line number where each record starts. */
export async function* readCsvRows(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let reader: CsvReader | null = null
  let [line, begins] = [1, 1]
  let hasOnlyReturns = false
  for await (const chunk of chunks) {
    let text: string = reader === null ? chunk.replace(/^\uFEFF/, '') : chunk
    // Some spreadsheet programs end lines with a carriage return only.
    if (reader === null) hasOnlyReturns = text.includes('\r') && !text.includes('\n')
    if (hasOnlyReturns) text = text.replaceAll('\r', '\n')
    reader ??= new CsvReader(guessDelimiter(text))
    for (const mark of text) {
      if (mark === '\n') line += 1
      if (!reader.take(mark, line)) continue
      const row = reader.end()
      if (row !== undefined) yield { line: begins, ...row }
      begins = line
    }
  }
  const last = reader?.end()
  if (last !== undefined) yield { line: begins, ...last }
}
