import { sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'

/** Deletes notifications about a spot's removal. Call it when the spot is restored. */
export async function deleteSpotRemoved(tx: Tx, spot_id: string): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('spot_id', '=', spot_id)
    .where('type', '=', 'spot_removed')
    .execute()
}

/** Deletes notifications about a merge. Call it when the merge is undone. */
export async function deleteSpotMerged(tx: Tx, merge_id: string): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where('type', '=', 'spot_merged')
    .where('target_id', '=', merge_id)
    .where('spot_id', 'is not', null)
    .execute()
}

/** Deletes notifications older than `days` days. */
export function deleteOldNotifications(db: Db, days: number): Promise<void> {
  return deleteInBatches(db, 'notifications', sql`created_at < now() - make_interval(days => ${days})`)
}
