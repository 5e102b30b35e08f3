import type { Message, Thread } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

// Builds the contract's Message from the joined message `m`.
function messageJson(viewer: string): RawBuilder<Message> {
  return sql<Message>`json_build_object(
  'id', m.id, 'thread_id', m.thread_id, 'seq', m.seq, 'user_id', m.user_id, 'content', m.content,
  'shared', (select shared from message_share(${viewerId(viewer)}, m)), 'created_at', ${moment('m.created_at')}, 'deleted_at', ${moment('m.deleted_at')})`
}

// Builds the contract's Thread from the reader's side `mine`, the other person's side `theirs`, and the other person's
// profile `who`.
function threadJson(viewer: string): RawBuilder<Thread> {
  return sql<Thread>`json_build_object(
  'id', mine.thread_id, 'user', ${personJson('who')},
  'box', case when mine.accepted then 'inbox' else 'requests' end, 'accepted_by_other', theirs.accepted,
  'last_message', (select ${messageJson(viewer)} from messages m
    where m.thread_id = mine.thread_id and m.seq > mine.cleared_seq order by m.seq desc limit 1),
  'unread_count', mine.unread_count, 'read_seq', mine.read_seq,
  'read_seq_of_other', case when theirs.accepted then theirs.read_seq else 0 end,
  'last_message_at', ${moment('mine.last_message_at')}, 'is_muted', mine.is_muted)`
}

// Joins the other person's side and profile to the reader's side, `mine`.
const OTHER = sql`join message_sides theirs on theirs.thread_id = mine.thread_id and theirs.user_id = mine.other_id
  join profiles who on who.user_id = mine.other_id`

/** Where a conversation is listed: the inbox or the requests. */
export type Box = Thread['box']
/** A keyset position: the last conversation on a page. */
export type ThreadCursor = { last_message_at: string; id: string }

/** Returns a person's conversations in a box after a cursor, newest first. */
export async function selectThreads(
  db: Db,
  viewer: string,
  box: Box,
  { after, limit }: { after: ThreadCursor | null; limit: number },
): Promise<Thread[]> {
  const older = after
    ? sql`and (mine.last_message_at, mine.thread_id) < (${after.last_message_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ thread: Thread }>`
    select ${threadJson(viewer)} as thread
    from (
      select * from visible_message_sides(${viewerId(viewer)}) mine
      where mine.accepted = ${box === 'inbox'} and not mine.is_empty ${older}
      order by mine.last_message_at desc, mine.thread_id desc limit ${limit}
    ) mine ${OTHER}
    order by mine.last_message_at desc, mine.thread_id desc`.execute(db)
  return rows.map(({ thread }) => thread)
}

/** Finds one of a person's conversations by its id or the other person's id. Includes cleared conversations. */
export async function selectThread(
  db: Db,
  viewer: string,
  which: { thread_id: string } | { other_id: string },
): Promise<Thread | undefined> {
  const found =
    'thread_id' in which ? sql`mine.thread_id = ${which.thread_id}` : sql`mine.other_id = ${which.other_id}`
  const { rows } = await sql<{ thread: Thread }>`
    select ${threadJson(viewer)} as thread from visible_message_sides(${viewerId(viewer)}) mine ${OTHER}
    where ${found}`.execute(db)
  return rows[0]?.thread
}

/** Returns a conversation's messages before a sequence number, newest first, except ones the viewer cleared. */
export async function selectMessages(
  db: Db,
  viewer: string,
  thread_id: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<Message[]> {
  const { rows } = await sql<{ message: Message }>`
    select ${messageJson(viewer)} as message
    from visible_message_sides(${viewerId(viewer)}) mine
      join messages m on m.thread_id = mine.thread_id and m.seq > mine.cleared_seq
    where mine.thread_id = ${thread_id} and m.seq < ${before ?? 2_147_483_647}::int
    order by m.seq desc limit ${limit}`.execute(db)
  return rows.map(({ message }) => message)
}

/** Returns one message for a person. */
export async function selectMessage(db: Db, viewer: string, id: string): Promise<Message | undefined> {
  const { rows } = await sql<{ message: Message }>`
    select ${messageJson(viewer)} as message from messages m where m.id = ${id}`.execute(db)
  return rows[0]?.message
}

/** Counts a person's unread messages and pending requests for the badge, each up to `limit`. */
export async function countUnread(
  db: Db,
  viewer: string,
  limit: number,
): Promise<{ unread_count: number; requests_count: number }> {
  const { rows } = await sql<{ unread_count: number; requests_count: number }>`
    select least(coalesce(sum(mine.unread_count) filter (where mine.accepted), 0), ${limit})::int as unread_count,
      least(count(*) filter (where not mine.accepted), ${limit})::int as requests_count
    from visible_message_sides(${viewerId(viewer)}) mine where mine.unread_count > 0`.execute(db)
  return rows[0] ?? { unread_count: 0, requests_count: 0 }
}
