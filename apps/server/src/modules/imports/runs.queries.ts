import type { ImportRun } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'

/** Minutes without activity after which a run counts as interrupted. */
const SILENT_MINUTES = 10

/** A run's counts, which are columns in `import_runs`. */
export type RunCounts = Pick<
  ImportRun,
  'read' | 'added' | 'known' | 'updated' | 'same' | 'refused' | 'conflicts' | 'missing' | 'returned'
>

/** A run in progress. */
export type Run = {
  id: string
  dataset: string
  begun_at: string
  /** Set if nothing is stored and the records are only part of a dataset. Ids are then compared across datasets. */
  isPart?: true
}

/** Inserts a new run. */
export function insertRun(db: Db, about: { dataset: string; file: string; file_hash: string }): Promise<Run> {
  return db
    .insertInto('import_runs')
    .values({ id: uuid(), ...about })
    .returning(['id', 'dataset', 'begun_at'])
    .executeTakeFirstOrThrow()
}

function toCounts({ read, added, known, updated, same, refused, conflicts, missing, returned }: RunCounts) {
  return {
    read,
    added,
    known,
    updated,
    same,
    refused,
    conflicts,
    missing,
    returned,
  }
}

/** Stores a run's progress, in the same transaction as the records it counts. */
export async function saveProgress(
  db: Db,
  { id }: Run,
  counts: RunCounts,
  source: string | null,
): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({
      ...toCounts(counts),
      moved_at: sql<string>`clock_timestamp()`,
      source: sql`coalesce(source, ${source})`,
    })
    .where('id', '=', id)
    .execute()
}

/** Marks a run as finished. */
export async function endRun(
  db: Db,
  { id }: Run,
  outcome: 'complete' | 'partial' | 'failed',
  counts: RunCounts,
): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({
      ...toCounts(counts),
      outcome,
      ended_at: sql<string>`clock_timestamp()`,
      moved_at: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Returns a run's stored counts. */
export function findCounts(db: Db, { id }: Run): Promise<RunCounts> {
  return db
    .selectFrom('import_runs')
    .select(['read', 'added', 'known', 'updated', 'same', 'refused', 'conflicts', 'missing', 'returned'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Ends a run whose counts are already stored, or reopens it (null). */
export async function setOutcome(
  db: Db,
  id: string,
  outcome: 'complete' | 'partial' | 'failed' | null,
): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({
      outcome,
      ended_at: outcome ? sql<string>`clock_timestamp()` : null,
      moved_at: sql<string>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Returns runs, newest first. */
export async function selectRuns(db: Db, before: string | null, limit: number): Promise<ImportRun[]> {
  const { rows } = await sql<ImportRun>`
    select id, source, dataset, file, read, added, known, updated, same, refused, conflicts, missing, returned,
      coalesce(outcome, case when moved_at < now() - make_interval(mins => ${sql.lit(SILENT_MINUTES)})
        then 'stopped' else 'running' end) as state,
      ${moment('begun_at')} as begun_at, ${moment('ended_at')} as ended_at
    from import_runs where ${before ? sql`id < ${before}::uuid` : sql`true`}
    order by id desc limit ${limit}`.execute(db)
  return rows
}
