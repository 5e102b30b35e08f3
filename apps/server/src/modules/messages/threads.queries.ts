import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'

/**
 * Locks a pair of people until the transaction ends, so that changes to their messages, blocks, and follows run one at
 * a time.
 */
export async function lockPair(tx: Tx, a: string, b: string): Promise<void> {
  await sql`select nollie_lock_pair(${a}::uuid, ${b}::uuid)`.execute(tx)
}

/** Whether two people have a conversation. */
export async function threadExists(db: Db, a: string, b: string): Promise<boolean> {
  const row = await db
    .selectFrom('message_sides')
    .select('thread_id')
    .where('user_id', '=', a)
    .where('other_id', '=', b)
    .executeTakeFirst()
  return row !== undefined
}

/** The columns needed to change a conversation. */
export type LockedThread = { id: string; other_id: string; last_seq: number; accepted_by_other: boolean }

/** Locks a person's conversation, found by its id or the other person's id, until the transaction ends. */
export async function lockThread(
  tx: Tx,
  user_id: string,
  which: { thread_id: string } | { other_id: string },
): Promise<LockedThread | undefined> {
  const found =
    'thread_id' in which ? sql`mine.thread_id = ${which.thread_id}` : sql`mine.other_id = ${which.other_id}`
  const locked = await sql<{ id: string; last_seq: number }>`
    select t.id, t.last_seq from message_threads t join message_sides mine on mine.thread_id = t.id
    where mine.user_id = ${user_id} and ${found} for update of t`.execute(tx)
  const [thread] = locked.rows
  if (!thread) return undefined
  // Reads the thread after locking it, to see the previous lock holder's changes.
  const { rows } = await sql<LockedThread>`
    select t.id, mine.other_id, t.last_seq, theirs.accepted as accepted_by_other
    from message_threads t join message_sides mine on mine.thread_id = t.id and mine.user_id = ${user_id}
      join message_sides theirs on theirs.thread_id = t.id and theirs.user_id = mine.other_id
    where t.id = ${thread.id}`.execute(tx)
  return rows[0]
}

/** Recounts a person's unread messages in a locked thread. */
export async function recountUnread(tx: Tx, thread_id: string, user_id: string): Promise<void> {
  await sql`
    update message_sides side set unread_count = (select count(*) from messages m
      where m.thread_id = side.thread_id and m.user_id <> side.user_id and m.seq > side.read_seq
        and m.deleted_at is null)
    where side.thread_id = ${thread_id} and side.user_id = ${user_id}`.execute(tx)
}

/** Marks a locked thread as read up to a sequence number. Returns whether that changed anything. */
export async function markRead(
  tx: Tx,
  { id, last_seq }: LockedThread,
  user_id: string,
  seq: number,
): Promise<boolean> {
  const read_seq = Math.min(seq, last_seq)
  const changed = await tx
    .updateTable('message_sides')
    .set({ read_seq })
    .where('thread_id', '=', id)
    .where('user_id', '=', user_id)
    .where('read_seq', '<', read_seq)
    .returning('thread_id')
    .executeTakeFirst()
  if (changed) await recountUnread(tx, id, user_id)
  return changed !== undefined
}

/** Mutes or unmutes a thread for a person. Returns whether the thread is theirs. */
export async function setMuted(
  db: Db,
  { thread_id, user_id, is_muted }: { thread_id: string; user_id: string; is_muted: boolean },
): Promise<boolean> {
  const changed = await db
    .updateTable('message_sides')
    .set({ is_muted })
    .where('thread_id', '=', thread_id)
    .where('user_id', '=', user_id)
    .returning('thread_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Clears a locked thread for a person. */
export async function clearSide(tx: Tx, { id, last_seq }: LockedThread, user_id: string): Promise<void> {
  await tx
    .updateTable('message_sides')
    .set({ cleared_seq: last_seq, read_seq: last_seq, unread_count: 0, is_empty: true })
    .where('thread_id', '=', id)
    .where('user_id', '=', user_id)
    .execute()
}
