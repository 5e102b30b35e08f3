import type { ImportRun } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'

/** Minutes without activity after which a run counts as killed. */
const SILENT_MINUTES = 10

/** The counts of a run; the columns of `import_runs`. */
export type RunCounts = Pick<
  ImportRun,
  'read' | 'added' | 'known' | 'updated' | 'same' | 'refused' | 'conflicts' | 'missing' | 'returned'
>

/** A run that was begun. */
export type Run = {
  id: string
  dataset: string
  begun_at: string
  /** Nothing is stored: its records are only a part of a dataset, so their ids are compared without one. */
  isPart?: true
}

/** Begins a run. */
export const insertRun = (
  db: Db,
  about: { dataset: string; file: string; file_hash: string },
): Promise<Run> =>
  db
    .insertInto('import_runs')
    .values({ id: uuid(), ...about })
    .returning(['id', 'dataset', 'begun_at'])
    .executeTakeFirstOrThrow()

const toCounts = ({
  read,
  added,
  known,
  updated,
  same,
  refused,
  conflicts,
  missing,
  returned,
}: RunCounts) => ({
  ...{ read, added, known, updated, same, refused, conflicts, missing, returned },
})

/** Stores a run's progress, in the transaction that it counts. */
export const saveProgress = async (
  db: Db,
  { id }: Run,
  counts: RunCounts,
  source: string | null,
): Promise<void> => {
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

/** Ends a run. */
export const endRun = async (
  db: Db,
  { id }: Run,
  outcome: 'complete' | 'partial' | 'failed',
  counts: RunCounts,
): Promise<void> => {
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

/** Runs, newest first. */
export const selectRuns = async (db: Db, before: string | null, limit: number): Promise<ImportRun[]> => {
  const { rows } = await sql<ImportRun>`
    select id, source, dataset, file, read, added, known, updated, same, refused, conflicts, missing, returned,
      coalesce(outcome, case when moved_at < now() - make_interval(mins => ${sql.lit(SILENT_MINUTES)})
        then 'stopped' else 'running' end) as state,
      ${moment('begun_at')} as begun_at, ${moment('ended_at')} as ended_at
    from import_runs where ${before ? sql`id < ${before}::uuid` : sql`true`}
    order by id desc limit ${limit}`.execute(db)
  return rows
}
