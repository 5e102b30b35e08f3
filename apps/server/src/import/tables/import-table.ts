import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { Fields } from './fields.ts'
import { findImported, importKey, rememberImported } from './imported-rows.queries.ts'
import { readRows } from './read-rows.ts'
import type { Report } from './report.ts'

/** What the tables of an export are brought in with. */
export type ImportContext = {
  /** For reading; the transaction itself in a trial. */
  db: Db
  /** Names the other product, so that ids of two of them do not meet. */
  source: string
  report: Report
  /** One transaction; in a trial a part of the one that is taken back at the end. */
  unit: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Takes the file at an address for this person; null, and a line in the report, where it is not to be had. */
  takeFile: (owner_id: string, file: { where: string; address: string }) => Promise<string | null>
}

/** A row of an export as its table reads it, and where it stands. */
export type Item<T> = { where: string; value: T }
/** What became of a row. */
export type Outcome = 'added' | 'known' | { refused: string }

/** How the rows of one table are read and written. */
export type Table<T> = {
  /** As people know it. */
  name: string
  /** Rows in one transaction. */
  batch: number
  /** Null for a row that is not of this pass; a text is the reason why it is not imported. */
  read: (fields: Fields) => T | string | null
  /** Work before the transaction: files. */
  prepare?: (items: readonly Item<T>[]) => Promise<void>
  write: (tx: Tx, items: readonly Item<T>[]) => Promise<Outcome[]>
}

// Database errors: of a row that does not fit, and of two transactions that collide.
const isAboutRows = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '')
const isClash = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as { code?: string }).code ?? '')

const reasonOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.message
  const { constraint, code } = error as { constraint?: string; code?: string }
  return `the database does not take it (${constraint ?? code})`
}

const once = async <T>(
  { unit }: ImportContext,
  table: Table<T>,
  items: readonly Item<T>[],
): Promise<Outcome[]> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await unit((tx) => table.write(tx, items))
    } catch (error) {
      if (!isClash(error) || tries > 3) throw error
    }
  }
}

// One bad row does not refuse the others of its batch.
const writeBatch = async <T>(
  context: ImportContext,
  table: Table<T>,
  items: readonly Item<T>[],
): Promise<Outcome[]> => {
  try {
    return await once(context, table, items)
  } catch (error) {
    if (!(error instanceof Refusal) && !isAboutRows(error)) throw error
    if (items.length === 1) return [{ refused: reasonOf(error) }]
  }
  const outcomes: Outcome[] = []
  for (const item of items) outcomes.push(...(await writeBatch(context, table, [item])))
  return outcomes
}

/** Brings in the rows of one file, batch by batch; what was brought in before a crash is known to the next run. */
export const importTable = async <T>(
  context: ImportContext,
  table: Table<T>,
  file: string,
): Promise<void> => {
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

/** Rows of other tables that the rows of a batch name, by the ids these have in the export. */
export const importedIds = async (
  { source }: Pick<ImportContext, 'source'>,
  db: Db,
  table: string,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | undefined> => {
  const known = ids.filter((id) => id !== null)
  const rows = await findImported(
    db,
    known.map((id) => importKey(source, table, id)),
  )
  return (id) => (id === null ? undefined : rows.get(importKey(source, table, id)))
}

/**
 * Writes rows that say what a person does to something (follows it, likes it), one by one, and remembers them. Those that
 * came before stay as they are. `write` returns why a row is not imported, or whether it was new under this id.
 */
export const writeEach = async <T extends { id: string }>(
  { source }: ImportContext,
  tx: Tx,
  { table, items }: { table: string; items: readonly Item<T>[] },
  write: (value: T, id: string) => Promise<boolean> | { refused: string },
): Promise<Outcome[]> => {
  const keyOf = (id: string) => importKey(source, table, id)
  const known = await findImported(
    tx,
    items.map(({ value }) => keyOf(value.id)),
  )
  const outcomes: Outcome[] = []
  for (const { value } of items) {
    const key = keyOf(value.id)
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
