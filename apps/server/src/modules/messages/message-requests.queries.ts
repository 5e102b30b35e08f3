import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'

/** Inserts the conversation of two people if there is none; accepted at once if the other one follows the sender. */
export const insertThread = async (tx: Tx, from: string, to: string): Promise<void> => {
  const [low_id = '', high_id = ''] = [from, to].toSorted()
  const made = await tx
    .insertInto('message_threads')
    .values({ id: uuid(), low_id, high_id })
    .onConflict((clash) => clash.columns(['low_id', 'high_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return
  await sql`
    insert into message_sides (thread_id, user_id, other_id, accepted) values
      (${made.id}, ${from}, ${to}, true),
      (${made.id}, ${to}, ${from}, exists (select from follows where follower_id = ${to} and following_id = ${from}))`.execute(
    tx,
  )
}

/** Accepts a thread for a person; returns whether that changed anything. */
export const markAccepted = async (tx: Tx, thread_id: string, user_id: string): Promise<boolean> => {
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

/** Moves the request of a person into the inbox of somebody who follows them now. */
export const acceptRequestOf = async (tx: Tx, follower_id: string, following_id: string): Promise<void> => {
  await tx
    .updateTable('message_sides')
    .set({ accepted: true })
    .where('user_id', '=', follower_id)
    .where('other_id', '=', following_id)
    .where('accepted', '=', false)
    .execute()
}
