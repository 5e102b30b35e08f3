import { StartRefused } from '../../platform/start-refused.ts'
import { findMeaning } from '../columns/find-meaning.ts'
import { type CsvRow, readCsvRows } from './csv-records.ts'
import { MAX_ROW } from './row-limit.ts'
import { readText } from './chunks.ts'
import { type RawRecord, type SayNothing, unreadable } from './raw-record.ts'

function whyUnreadable(unclosed: number | null): string {
  return unclosed === null
    ? `longer than ${MAX_ROW} characters`
    : `a quote that starts in line ${unclosed} is never closed`
}

// An unquoted separator shifts all later values to the next column, including the position.
const TOO_MANY =
  'it has more values than the header has columns: a value that contains the separator needs quotes'

/** If several columns have the same name, uses the first non-empty value. */
function toProperties(columns: readonly string[], fields: readonly (string | null)[]) {
  const properties = new Map<string, string>()
  for (const [at, name] of columns.entries()) {
    const text = (fields[at] ?? '').trim()
    if (text !== '' && !properties.has(name)) properties.set(name, text)
  }
  return Object.fromEntries(properties)
}

/** Number of rows in which to look for the column names, if the first rows are a title. */
const TITLE_ROWS = 10

/** Whether a row consists of names, and the import knows at least two of them. */
function isHeader({ fields }: CsvRow): boolean {
  const names = (fields ?? []).filter((field) => field?.trim())
  return (
    names.filter((name) => findMeaning(name?.trim() ?? '')).length >= 2 &&
    names.every((name) => !/^[\d.,\s-]+$/.test(name ?? ''))
  )
}

/** Skips a title above the names of the columns, if the import knows none of its words. */
async function* skipTitle(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  let first: CsvRow[] | null = []
  for await (const row of rows) {
    if (!first) yield row
    else {
      first.push(row)
      if (!isTitle(first[0]) || isHeader(row)) {
        yield* isTitle(first[0]) ? [row] : first
        first = null
      } else if (first.length >= TITLE_ROWS) {
        yield* first
        first = null
      }
    }
  }
  yield* first ?? []
}

function isTitle(row: CsvRow | undefined): boolean {
  return row?.fields?.every((field) => !field || findMeaning(field.trim()) === null) ?? false
}

/**
 * Reads a CSV file's rows (RFC 4180, also with semicolons, tabs, or bars), using the names in its first line. If a
 * quote never ends, reports its line and rejects the text that may have become part of it.
 * @throws StartRefused if the first line is unreadable
 */
export async function* readCsv(
  file: string,
  encoding: string | undefined,
  sayNothing: SayNothing,
): AsyncGenerator<RawRecord> {
  let columns: string[] | null = null
  let isEmpty = true
  for await (const { line, fields, unclosed } of skipTitle(readCsvRows(readText(file, encoding)))) {
    const where = `line ${line}`
    if (columns === null) {
      if (fields === null) throw new StartRefused(`${file}: its first line: ${whyUnreadable(unclosed)}.`)
      // Spreadsheet programs write this line to declare the separator.
      if (/^sep=/i.test(fields[0] ?? '')) continue
      columns = fields.map((name) => (name ?? '').trim())
      continue
    }
    // Spreadsheet programs write rows of separators for empty rows below or between records.
    if (fields?.every((field) => !field?.trim())) continue
    isEmpty = false
    if (fields === null) yield unreadable(where, whyUnreadable(unclosed))
    else if (fields.slice(columns.length).some((field) => field?.trim())) yield unreadable(where, TOO_MANY)
    else yield { where, properties: toProperties(columns, fields), at: null }
  }
  if (isEmpty) sayNothing(columns ? 'no rows below its header' : 'it is empty')
}
