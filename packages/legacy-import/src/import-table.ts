import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '@nollie/server/db'
import { Refusal } from '@nollie/server/platform/http'
import { Fields } from './fields.ts'
import { findImported, importKey, rememberImported } from './imported-rows.queries.ts'
import { readRows } from './read-rows.ts'
import type { Report } from './report.ts'

/** The dependencies for importing a table. */
export type ImportContext = {
  /** The database to read from. In a dry run, it's the transaction itself. */
  db: Db
  /** The other product's name, which prevents id collisions between two products. */
  source: string
  report: Report
  /** Runs `work` in a transaction. In a dry run, uses a savepoint in the transaction that is rolled back at the end. */
  unit: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Fetches a file from a URL or path for this person. If that fails, adds a line to the report and returns null. */
  takeFile: (owner_id: string, file: { where: string; address: string }) => Promise<string | null>
}

/** A parsed row of an export, and its place in the file. */
export type Item<T> = { where: string; value: T }
/** The outcome for a row. */
export type Outcome = 'added' | 'known' | { refused: string }

/** How to read and write a table's rows. */
export type Table<T> = {
  /** The table's name, for messages. */
  name: string
  /** Maximum number of rows per transaction. */
  batch: number
  /** Parses a row. Returns null if it belongs to another pass, or a string with the reason it isn't imported. */
  read: (fields: Fields) => T | string | null
  /** Runs before the transaction, to fetch files. */
  prepare?: (items: readonly Item<T>[]) => Promise<void>
  write: (tx: Tx, items: readonly Item<T>[]) => Promise<Outcome[]>
}

// Whether the database raised this error because of an invalid row or conflicting transactions.
function isAboutRows(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '')
}

function isClash(error: unknown): boolean {
  return ['40001', '40P01'].includes((error as { code?: string }).code ?? '')
}

function getReason(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const { constraint, code } = error as { constraint?: string; code?: string }
  return `the database rejected it (${constraint ?? code})`
}

async function once<T>(
  { unit }: ImportContext,
  table: Table<T>,
  items: readonly Item<T>[],
): Promise<Outcome[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await unit((tx) => table.write(tx, items))
    } catch (error) {
      if (!isClash(error) || tries > 3) throw error
    }
  }
}

// If a batch fails, writes its rows one by one, so that only invalid rows are skipped.
async function writeBatch<T>(
  context: ImportContext,
  table: Table<T>,
  items: readonly Item<T>[],
): Promise<Outcome[]> {
  try {
    return await once(context, table, items)
  } catch (error) {
    if (!(error instanceof Refusal) && !isAboutRows(error)) throw error
    if (items.length === 1) return [{ refused: getReason(error) }]
  }
  const outcomes: Outcome[] = []
  for (const item of items) outcomes.push(...(await writeBatch(context, table, [item])))
  return outcomes
}

/** Imports a file's rows in batches. After a crash, the next run skips rows that were already imported. */
export async function importTable<T>(context: ImportContext, table: Table<T>, file: string): Promise<void> {
  const { report } = context
  const counts = report.of(table.name)
  let batch: Item<T>[] = []
  const flush = async () => {
    const items = batch
    batch = []
    if (items.length === 0) return
    await table.prepare?.(items)
    const outcomes = await writeBatch(context, table, items)
    for (const [i, outcome] of outcomes.entries()) {
      if (typeof outcome === 'string') counts[outcome] += 1
      else {
        counts.refused += 1
        report.refused(items[i]?.where ?? table.name, outcome.refused)
      }
    }
  }
  for await (const read of readRows(file)) {
    const where = `${table.name} ${read.where}`
    const fields = 'row' in read ? new Fields(read.row) : null
    const value = fields === null ? `it ${(read as { error: string }).error}` : table.read(fields)
    if (value === null) continue
    counts.read += 1
    if (typeof value === 'string') {
      counts.refused += 1
      report.refused(where, value)
      continue
    }
    for (const note of fields?.notes ?? []) report.note(where, note)
    batch.push({ where, value })
    if (batch.length >= table.batch) await flush()
  }
  await flush()
}

/** Maps the ids by which a batch's rows refer to other tables' rows to the ids that those other rows have here. */
export async function findImportedIds(
  { source }: Pick<ImportContext, 'source'>,
  db: Db,
  table: string,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | undefined> {
  const known = ids.filter((id) => id !== null)
  const rows = await findImported(
    db,
    known.map((id) => importKey(source, table, id)),
  )
  return (id) => (id === null ? undefined : rows.get(importKey(source, table, id)))
}

/**
 * Writes follows or likes one by one, and records each as imported. Skips rows from an earlier run. `write` returns the
 * reason if it refuses a row, or else whether it added one, because the same like may already exist.
 */
export async function writeEach<T extends { id: string }>(
  { source }: ImportContext,
  tx: Tx,
  { table, items }: { table: string; items: readonly Item<T>[] },
  write: (value: T, id: string) => Promise<boolean> | { refused: string },
): Promise<Outcome[]> {
  const buildKey = (id: string) => importKey(source, table, id)
  const known = await findImported(
    tx,
    items.map(({ value }) => buildKey(value.id)),
  )
  const outcomes: Outcome[] = []
  for (const { value } of items) {
    const key = buildKey(value.id)
    const id = uuid()
    const written = known.has(key) ? false : await write(value, id)
    if (typeof written === 'object') outcomes.push(written)
    else {
      if (!known.has(key)) await rememberImported(tx, [{ key, row_id: id }])
      known.set(key, id)
      outcomes.push(written ? 'added' : 'known')
    }
  }
  return outcomes
}
