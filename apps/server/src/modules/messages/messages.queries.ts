import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { type LockedThread, recountUnread } from './threads.queries.ts'

/** A message's own columns; the statement adds `created_at` and `seq`. */
export type NewMessageRow = {
  id: string
  user_id: string
  content: string | null
  shared: 'spot' | 'post' | null
  spot_id: string | null
  post_id: string | null
  media_index: number | null
}

/** Inserts the next message in a locked thread. For its author, earlier messages become read and accepted. */
export const insertMessage = async (
  tx: Tx,
  { id: thread_id, other_id }: LockedThread,
  message: NewMessageRow,
): Promise<void> => {
  const { last_seq: seq, last_message_at } = await tx
    .updateTable('message_threads')
    // If the clock was set back, a new message must still sort after older ones.
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

/** The author and thread of a message, for the people of its thread. */
export const findMessage = async (
  db: Db,
  reader: string,
  id: string,
): Promise<{ user_id: string; thread_id: string } | undefined> =>
  db
    .selectFrom('messages as m')
    .innerJoin('message_sides as side', 'side.thread_id', 'm.thread_id')
    .select(['m.user_id', 'm.thread_id'])
    .where('m.id', '=', id)
    .where('side.user_id', '=', reader)
    .executeTakeFirst()

/** The author and thread of a message, for moderators: regardless of the viewer. */
export const findAnyMessage = (
  db: Db,
  id: string,
): Promise<{ user_id: string; thread_id: string } | undefined> =>
  db.selectFrom('messages').select(['user_id', 'thread_id']).where('id', '=', id).executeTakeFirst()

/** Erases the content of a message in a locked thread, so that only its number remains; returns whether it had any. */
export const eraseMessage = async (tx: Tx, { id: thread_id, other_id }: LockedThread, id: string) => {
  const erased = await tx
    .updateTable('messages')
    .set({
      deleted_at: sql<string>`now()`,
      ...{ content: null, shared: null, spot_id: null, post_id: null, media_index: null },
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (erased) await recountUnread(tx, thread_id, other_id)
  return erased !== undefined
}
