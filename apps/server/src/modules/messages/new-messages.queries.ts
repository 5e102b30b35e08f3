import type { Person } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'

/** A conversation's new messages: their author, their number, and the latest one. */
export type NewMessages = {
  thread_id: string
  user: Person
  count: number
  last: { content: string | null; shared: 'spot' | 'post' | 'list' | null }
}

/** Returns the messages a person hasn't read, cleared, or muted, grouped by conversation, newest first. */
export async function newMessages(db: Db, user_id: string, ids: readonly string[]): Promise<NewMessages[]> {
  const { rows } = await sql<NewMessages>`
    select m.thread_id, count(*)::int as count,
      (select ${personJson('who')} from profiles who where who.user_id = mine.other_id) as user,
      (array_agg(json_build_object('content', m.content, 'shared', m.shared) order by m.seq desc))[1] as last
    from messages m join visible_message_sides(${viewerId(user_id)}) mine on mine.thread_id = m.thread_id
    where m.id = any (${ids}::uuid[]) and m.user_id = mine.other_id and m.deleted_at is null
      and m.seq > mine.read_seq and m.seq > mine.cleared_seq and mine.accepted and not mine.is_muted
    group by m.thread_id, mine.other_id
    order by max(m.created_at) desc`.execute(db)
  return rows
}
