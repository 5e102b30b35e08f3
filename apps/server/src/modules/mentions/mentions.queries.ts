import type { Mention } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { viewerId, type ViewerInSql } from '../blocks/index.ts'

/** Refers to the post, comment, or discussion that contains mentions. */
export type MentioningText = { is: MentioningColumn; id: string }
/** The column that references the post, comment, or discussion. */
export type MentioningColumn = 'post_id' | 'comment_id' | 'discussion_id'

const MENTIONS_IN: Record<MentioningColumn, string> = {
  post_id: 'mentions_in_post',
  comment_id: 'mentions_in_comment',
  discussion_id: 'mentions_in_discussion',
}

/**
 * SQL for the mentions in a post, comment, or discussion, as the contract's Mentions JSON; `id` is the column with its
 * id. Mentions of people who are suspended, or hidden from the viewer by a block, stay plain text.
 */
export function mentionsJson(of: MentioningColumn, id: string, viewer: ViewerInSql): RawBuilder<Mention[]> {
  return sql<Mention[]>`(select mentions from ${sql.raw(MENTIONS_IN[of])}(${viewer}, ${sql.ref(id)}))`
}

/** Returns the people who currently have these lowercase usernames, except people hidden from the viewer. */
export async function selectNamed(db: Db, viewer: string, names: readonly string[]): Promise<Mention[]> {
  const { rows } = await sql<Mention>`
    select lower(p.username collate "C") as username, p.user_id from visible_people(${viewerId(viewer)}) p
    where lower(p.username collate "C") = any (${names}::text[]) and p.former_at is null
    order by 1`.execute(db)
  return rows
}

/** Deletes mentions of names that are no longer in the post, comment, or discussion. */
export async function deleteMentions(
  tx: Tx,
  text: MentioningText,
  { but }: { but: readonly string[] },
): Promise<void> {
  await sql`delete from mentions
    where ${sql.ref(text.is)} = ${text.id} and username <> all (${but}::text[])`.execute(tx)
}

/**
 * Inserts mentions for these names, without changing existing ones. Skips people with a block between them and the
 * author. Returns the newly mentioned people.
 */
export async function insertMentions(
  tx: Tx,
  text: MentioningText,
  { author, names }: { author: string; names: readonly string[] },
): Promise<string[]> {
  const column = sql.ref(text.is)
  const id = sql`${text.id}::uuid`
  const { rows } = await sql<{ user_id: string }>`
    insert into mentions (${column}, user_id, username)
    select ${id}, p.user_id, lower(p.username collate "C") from visible_people(${viewerId(author)}) p
    where lower(p.username collate "C") = any (${names}::text[])
    order by 3
    on conflict do nothing
    returning user_id`.execute(tx)
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/**
 * SQL for the CTE `meant (user_id, username)`, which finds the people with these lowercase names when a comment is
 * inserted. `comment` is a CTE with one row or none.
 */
export function mentionsOfCommentInSql(comment: string, names: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  meant as (
    insert into mentions (comment_id, user_id, username)
    select c.id, p.user_id, lower(p.username collate "C")
    from ${sql.table(comment)} c join visible_people(c.user_id) p on lower(p.username collate "C") = any (${names})
    order by 3
    on conflict do nothing
    returning user_id, username
  )`
}
