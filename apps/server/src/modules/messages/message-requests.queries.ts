import type { Tx } from '../../db/open.ts'

/** Marks a thread as accepted by a person. Returns whether that changed anything. */
export async function markAccepted(tx: Tx, thread_id: string, user_id: string): Promise<boolean> {
  const changed = await tx
    .updateTable('message_sides')
    .set({ accepted: true })
    .where('thread_id', '=', thread_id)
    .where('user_id', '=', user_id)
    .where('accepted', '=', false)
    .returning('thread_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Accepts a person's message request once the recipient follows them. */
export async function acceptRequestOf(tx: Tx, follower_id: string, following_id: string): Promise<void> {
  await tx
    .updateTable('message_sides')
    .set({ accepted: true })
    .where('user_id', '=', follower_id)
    .where('other_id', '=', following_id)
    .where('accepted', '=', false)
    .execute()
}
