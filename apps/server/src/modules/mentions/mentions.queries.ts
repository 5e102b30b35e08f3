import type { Mention } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { notBlocked, viewerId, type ViewerInSql } from '../blocks/index.ts'

/** A text that can mention people. */
export type MentioningText = { is: MentioningColumn; id: string }
/** The column of the text's id. */
export type MentioningColumn = 'post_id' | 'comment_id' | 'discussion_id'

/**
 * The contract's Mentions of a text as JSON, for other modules' SQL; `id` is the column of the text's id. Names of
 * people who are suspended, or hidden from the viewer by a block, stay plain text.
 */
export const mentionsJson = (
  of: MentioningColumn,
  id: string,
  viewer: ViewerInSql,
): RawBuilder<Mention[]> => sql<Mention[]>`(
  select coalesce(json_agg(json_build_object('username', mentioned.username, 'user_id', mentioned.user_id)
    order by mentioned.username), '[]')
  from mentions mentioned
  where ${sql.ref(`mentioned.${of}`)} = ${sql.ref(id)} and ${notBlocked(viewer, 'mentioned.user_id')})`

/** The people these lower-case names belong to now, except those hidden from the viewer. */
export const selectNamed = async (db: Db, viewer: string, names: readonly string[]): Promise<Mention[]> => {
  const { rows } = await sql<Mention>`
    select lower(p.username collate "C") as username, p.user_id from profiles p
    where lower(p.username collate "C") = any (${names}::text[]) and p.former_at is null
      and ${notBlocked(viewerId(viewer), 'p.user_id')}
    order by 1`.execute(db)
  return rows
}

/** Deletes the mentions of a text whose names are no longer in it. */
export const deleteMentions = async (
  tx: Tx,
  text: MentioningText,
  { but }: { but: readonly string[] },
): Promise<void> => {
  await sql`delete from mentions
    where ${sql.ref(text.is)} = ${text.id} and username <> all (${but}::text[])`.execute(tx)
}

/**
 * Stores the people these names refer to. Existing names still refer to the same people. No one is mentioned across a
 * block. Returns the people who are new in the text.
 */
export const insertMentions = async (
  tx: Tx,
  text: MentioningText,
  { author, names }: { author: string; names: readonly string[] },
): Promise<string[]> => {
  const column = sql.ref(text.is)
  const id = sql`${text.id}::uuid`
  const { rows } = await sql<{ user_id: string }>`
    insert into mentions (${column}, user_id, username)
    select ${id}, p.user_id, lower(p.username collate "C") from profiles p
    where lower(p.username collate "C") = any (${names}::text[]) and ${notBlocked(viewerId(author), 'p.user_id')}
    order by 3
    on conflict do nothing
    returning user_id`.execute(tx)
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/**
 * The CTE `meant (user_id, username)` of a statement that inserts a comment: the people with these lower-case names.
 * `comment` is a CTE with the comment, or without a row; `blocked` are the people hidden from its author by a block.
 */
export const mentionsOfCommentInSql = (
  comment: string,
  names: RawBuilder<unknown>,
  blocked: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  meant as (
    insert into mentions (comment_id, user_id, username)
    select c.id, p.user_id, lower(p.username collate "C")
    from ${sql.table(comment)} c join profiles p on lower(p.username collate "C") = any (${names})
      and ${notBlocked(sql.ref('c.user_id'), 'p.user_id', blocked)}
    order by 3
    on conflict do nothing
    returning user_id, username
  )`
