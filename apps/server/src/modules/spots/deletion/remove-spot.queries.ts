import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { forgetPosition } from '../positions/positions.queries.ts'

/** Marks a spot as deleted. Returns the time of deletion. */
export async function markDeleted(tx: Tx, id: string, deleted_by: string): Promise<string> {
  const row = await tx
    .updateTable('spots')
    .set({ deleted_at: sql<string>`now()`, deleted_by })
    .where('id', '=', id)
    .returning('deleted_at')
    .executeTakeFirstOrThrow()
  return row.deleted_at ?? ''
}

/** Locks a spot that was deleted at least `days` days ago and isn't purged yet, until the transaction ends. */
export function lockNextToPurge(
  tx: Tx,
  days: number,
): Promise<{ id: string; source: string | null } | undefined> {
  return tx
    .selectFrom('spots')
    .select(['id', 'source'])
    .where('deleted_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .where('purged_at', 'is', null)
    .orderBy('deleted_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Reduces a deleted spot to a tombstone, so that no import adds it again. */
export async function leaveTombstone(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('spot_edits').where('spot_id', '=', id).execute()
  await forgetPosition(tx, id)
  await tx
    .updateTable('spots')
    .set({
      purged_at: sql<string>`now()`,
      description: null,
      address: null,
      cover_media_id: null,
      created_by: null,
      deleted_by: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes a spot that doesn't need a tombstone. */
export async function deleteSpot(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('spots').where('id', '=', id).execute()
}
