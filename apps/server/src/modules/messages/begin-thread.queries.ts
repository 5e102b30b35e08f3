import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'

/**
 * Starts a conversation between two people unless they already have one. It begins as a message request if the
 * recipient doesn't follow the sender.
 */
export async function insertThread(tx: Tx, from: string, to: string): Promise<void> {
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
