import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** Sets the time of the posts that created these spots to now, so that they appear in feeds when the spots open. */
export async function renewSpotPosts(tx: Tx, spot_ids: readonly string[]): Promise<void> {
  if (spot_ids.length === 0) return
  await tx
    .updateTable('posts')
    .set({ created_at: sql<string>`now()` })
    .where('spot_id', 'in', spot_ids)
    .where('kind', '=', 'spot')
    .execute()
}

/** Renames the post that created a spot along with the spot, unless its author gave it a different title. */
export async function renameSpotPost(
  tx: Tx,
  spot_id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('posts')
    .set((eb) => ({ title: to, version: eb('version', '+', 1) }))
    .where('spot_id', '=', spot_id)
    .where('kind', '=', 'spot')
    .where('title', '=', from)
    .execute()
}
