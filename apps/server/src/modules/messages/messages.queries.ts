import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { type LockedThread, recountUnread } from './threads.queries.ts'

/** The columns of a new message, except `created_at` and `seq`, which the statement adds. */
export type NewMessageRow = {
  id: string
  user_id: string
  content: string | null
  shared: 'spot' | 'post' | 'list' | null
  spot_id: string | null
  post_id: string | null
  media_index: number | null
  list_id: string | null
  list_link: string | null
}

/** Inserts the next message in a locked thread. Marks the thread as accepted and read for the author. */
export async function insertMessage(
  tx: Tx,
  { id: thread_id, other_id }: LockedThread,
  message: NewMessageRow,
): Promise<void> {
  const { last_seq: seq, last_message_at } = await tx
    .updateTable('message_threads')
    // A new message must sort after older ones even if the clock was set back.
    .set((eb) => ({
      last_seq: eb('last_seq', '+', 1),
      last_message_at: sql<string>`greatest(clock_timestamp(), last_message_at + interval '1 ms')`,
    }))
    .where('id', '=', thread_id)
    .returning(['last_seq', 'last_message_at'])
    .executeTakeFirstOrThrow()
  const created_at = last_message_at
  await tx
    .insertInto('messages')
    .values({ ...message, thread_id, seq, created_at })
    .execute()
  await tx
    .updateTable('message_sides')
    .set({ accepted: true, read_seq: seq, unread_count: 0, is_empty: false, last_message_at })
    .where('thread_id', '=', thread_id)
    .where('user_id', '=', message.user_id)
    .execute()
  await tx
    .updateTable('message_sides')
    .set((eb) => ({ unread_count: eb('unread_count', '+', 1), is_empty: false, last_message_at }))
    .where('thread_id', '=', thread_id)
    .where('user_id', '=', other_id)
    .execute()
}

/** Finds a message's author and thread, for people in that thread. */
export async function findMessage(
  db: Db,
  reader: string,
  id: string,
): Promise<{ user_id: string; thread_id: string } | undefined> {
  return db
    .selectFrom('messages as m')
    .innerJoin('message_sides as side', 'side.thread_id', 'm.thread_id')
    .select(['m.user_id', 'm.thread_id'])
    .where('m.id', '=', id)
    .where('side.user_id', '=', reader)
    .executeTakeFirst()
}

/** Finds a message's author and thread regardless of the viewer, for moderators. */
export function findAnyMessage(
  db: Db,
  id: string,
): Promise<{ user_id: string; thread_id: string } | undefined> {
  return db.selectFrom('messages').select(['user_id', 'thread_id']).where('id', '=', id).executeTakeFirst()
}

/** Erases a message's content in a locked thread but leaves its sequence number. Returns whether it had any content. */
export async function eraseMessage(tx: Tx, { id: thread_id, other_id }: LockedThread, id: string) {
  const erased = await tx
    .updateTable('messages')
    .set({
      deleted_at: sql<string>`now()`,
      content: null,
      shared: null,
      spot_id: null,
      post_id: null,
      media_index: null,
      list_id: null,
      list_link: null,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (erased) await recountUnread(tx, thread_id, other_id)
  return erased !== undefined
}
