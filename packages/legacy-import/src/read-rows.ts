import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import {
  MAX_ROW,
  type Piece,
  readCsvRows as csvRecords,
  readJsonObjects,
  readLines,
} from '@nollie/server/import'

/** A row of a table's file, or the reason it can't be read. */
export type ReadRow = { where: string; row: Record<string, unknown> } | { where: string; error: string }

/** File extensions for tables. */
export const TABLE_ENDINGS = ['.json', '.ndjson', '.jsonl', '.csv'] as const

const TOO_LONG = `is longer than ${MAX_ROW} characters, or never ends`

function parsed(where: string, text: Piece): ReadRow {
  if (text === null) return { where, error: TOO_LONG }
  try {
    const row: unknown = JSON.parse(text)
    if (typeof row === 'object' && row !== null && !Array.isArray(row))
      return { where, row: row as Record<string, unknown> }
  } catch {}
  return { where, error: 'is not JSON' }
}

async function* jsonRows(pieces: AsyncIterable<Piece>): AsyncGenerator<ReadRow> {
  let count = 0
  for await (const text of pieces) {
    if (text?.trim() === '') continue
    count += 1
    yield parsed(`row ${count}`, text)
  }
}

async function* readCsvRows(chunks: AsyncIterable<string>): AsyncGenerator<ReadRow> {
  let columns: string[] | null = null
  let count = 0
  for await (const { fields: record, unclosed } of csvRecords(chunks)) {
    const error = unclosed === null ? TOO_LONG : `has a quote in line ${unclosed} that is never closed`
    if (columns === null) {
      if (record === null) yield { where: 'line of columns', error }
      columns = (record ?? []).map((name) => (name ?? '').trim())
      continue
    }
    count += 1
    const where = `row ${count}`
    if (record === null) yield { where, error }
    else yield { where, row: Object.fromEntries(columns.map((name, at) => [name, record[at] ?? null])) }
  }
}

/** Yields the rows of a table's file, with only one in memory at a time. */
export function readRows(file: string): AsyncGenerator<ReadRow> {
  const chunks = createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>
  const ending = extname(file).toLowerCase()
  if (ending === '.csv') return readCsvRows(chunks)
  return jsonRows(ending === '.json' ? readJsonObjects(chunks) : readLines(chunks))
}
