import type { DataExport } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '../../db/open.ts'

const COLUMNS = ['id', 'status', 'bytes', 'asked_at', 'expires_at'] as const
const FAILED_RETENTION = '1 day'

/** Returns a person's archives that haven't expired, newest first. */
export function selectExports(db: Db, user_id: string): Promise<DataExport[]> {
  return db
    .selectFrom('exports')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]))
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}

/** Inserts an archive request. Returns undefined if the person already has one pending. */
export function insertExport(tx: Tx, user_id: string): Promise<DataExport | undefined> {
  return tx
    .insertInto('exports')
    .values({ id: uuid(), user_id, bytes: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
}

/** Deletes a person's other archives, except one in progress. The next sweep deletes their files. */
export async function deleteOtherExports(tx: Tx, user_id: string, id: string): Promise<void> {
  await tx
    .deleteFrom('exports')
    .where('user_id', '=', user_id)
    .where('status', '<>', 'waiting')
    .where('id', '<>', id)
    .execute()
}

/** Finds an archive without checking its owner. */
export function findExport(db: Db, id: string): Promise<(DataExport & { user_id: string }) | undefined> {
  return db
    .selectFrom('exports')
    .select([...COLUMNS, 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Marks an archive as ready. Returns false if it was deleted with the account in the meantime. */
export async function markExportReady(tx: Tx, id: string, bytes: number): Promise<boolean> {
  const expires_at = sql<string>`now() + make_interval(days => ${LIMITS.export_days})`
  const row = await tx
    .updateTable('exports')
    .set({ status: 'ready', bytes, expires_at })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks an archive as failed, so that the person can request another one. */
export async function markExportFailed(db: Db, id: string): Promise<void> {
  await db
    .updateTable('exports')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

/** Marks archives as failed if they have been pending for this many hours. */
export function failOverdueExports(tx: Tx, hours: number): Promise<{ id: string; user_id: string }[]> {
  return tx
    .updateTable('exports')
    .set({ status: 'failed' })
    .where('status', '=', 'waiting')
    .where('asked_at', '<', sql<string>`now() - make_interval(hours => ${hours})`)
    .returning(['id', 'user_id'])
    .execute()
}

/** Deletes expired archives, and failed ones after a while. */
export async function deleteOldExports(db: Db): Promise<void> {
  await db
    .deleteFrom('exports')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', sql<string>`now()`),
        eb.and([
          eb('status', '=', 'failed'),
          eb('asked_at', '<', sql<string>`now() - ${sql.lit(FAILED_RETENTION)}::interval`),
        ]),
      ]),
    )
    .execute()
}

/** Returns the archive ids that still have a row. */
export async function selectStoredExports(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('exports').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}
