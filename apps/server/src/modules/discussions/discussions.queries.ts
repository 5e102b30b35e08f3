import type { Discussion, DiscussionCategory, DiscussionComment } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { goneFor, notBlocked, type ViewerInSql, viewerId } from '../blocks/index.ts'
import { mentionsJson } from '../mentions/index.ts'
import { personJson } from '../profiles/index.ts'

/** A discussion's own columns as they are written. */
export type NewDiscussionRow = {
  id: string
  user_id: string
  title: string
  content: string
  category: DiscussionCategory
  /** ISO 8601; now when absent. */
  created_at?: string
}
/** A comment's own columns as they are written. */
export type NewCommentRow = { id: string; discussion_id: string; user_id: string; content: string }
/** A place in a list, newest first: the one before the next page. */
export type Place = { created_at: string; id: string }

/** Writes a discussion. */
export const insertDiscussion = async (tx: Tx, discussion: NewDiscussionRow): Promise<void> => {
  await tx.insertInto('discussions').values(discussion).execute()
}

/** Deletes a discussion with its comments; gives whose it was, null when there was none. */
export const deleteDiscussion = async (tx: Tx, id: string): Promise<string | null> => {
  const gone = await tx.deleteFrom('discussions').where('id', '=', id).returning('user_id').executeTakeFirst()
  return gone?.user_id ?? null
}

/** Hides a discussion, or shows it again; gives whose it is, null when it was so already. */
export const setDiscussionHidden = async (tx: Tx, id: string, hidden: boolean): Promise<string | null> => {
  const row = await tx
    .updateTable('discussions')
    .set({ hidden_at: hidden ? sql<string>`now()` : null })
    .where('id', '=', id)
    .where('hidden_at', hidden ? 'is' : 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** As {@link setDiscussionHidden}, what was said in one; says whether anything changed. */
export const setCommentHidden = async (tx: Tx, id: string, hidden: boolean): Promise<boolean> => {
  const row = await tx
    .updateTable('discussion_comments')
    .set({ hidden_at: hidden ? sql<string>`now()` : null })
    .where('id', '=', id)
    .where('hidden_at', hidden ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

// Those of people who are not there for the viewer.
const hiddenComments = (me: RawBuilder<unknown>) => sql`(
  select count(*) from discussion_comments hidden
  where hidden.discussion_id = d.id and hidden.hidden_at is null and hidden.user_id in ${goneFor(me)})`

const discussionJson = (me: ViewerInSql) => sql<Discussion>`json_build_object(
  'id', d.id, 'user_id', d.user_id, 'user', ${personJson('who')}, 'title', d.title, 'content', d.content,
  'mentions', ${mentionsJson('discussion_id', 'd.id', me)},
  'category', d.category, 'comments_count', d.comment_count - ${hiddenComments(me)},
  'created_at', ${moment('d.created_at')})`

const earlier = (table: 'd' | 'c', after: Place | null) => {
  const at = (column: string) => sql.ref(`${table}.${column}`)
  return after
    ? sql`and (${at('created_at')}, ${at('id')}) < (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
}

/** Discussions after a place, newest first. */
export const selectDiscussions = async (
  db: Db,
  viewer: string,
  { after, limit }: { after: Place | null; limit: number },
): Promise<Discussion[]> => {
  const me = viewerId(viewer)
  const { rows } = await sql<{ discussion: Discussion }>`
    select ${discussionJson(me)} as discussion
    from discussions d join profiles who on who.user_id = d.user_id
    where d.hidden_at is null and ${notBlocked(me, 'd.user_id')} ${earlier('d', after)}
    order by d.created_at desc, d.id desc limit ${limit}`.execute(db)
  return rows.map(({ discussion }) => discussion)
}

/** One discussion, if its author is there for the viewer. */
export const selectDiscussion = async (
  db: Db,
  viewer: string,
  id: string,
): Promise<Discussion | undefined> => {
  const me = viewerId(viewer)
  const { rows } = await sql<{ discussion: Discussion }>`
    select ${discussionJson(me)} as discussion
    from discussions d join profiles who on who.user_id = d.user_id
    where d.id = ${id} and d.hidden_at is null and ${notBlocked(me, 'd.user_id')}`.execute(db)
  return rows[0]?.discussion
}

/** Writes a comment. */
export const insertComment = async (tx: Tx, comment: NewCommentRow): Promise<void> => {
  await tx.insertInto('discussion_comments').values(comment).execute()
}

/** Holds a discussion until the end of the transaction, before what was said in it, as whoever deletes all of it does. */
export const holdDiscussion = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('discussions').select('id').where('id', '=', id).forUpdate().execute()
}

/** Deletes a comment; says whether there was one. */
export const deleteComment = async (tx: Tx, id: string): Promise<boolean> => {
  const gone = await tx
    .deleteFrom('discussion_comments')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Where something was said and by whom, whoever looks. */
export const findAnyComment = (
  tx: Tx,
  id: string,
): Promise<{ discussion_id: string; user_id: string; started_by: string } | undefined> =>
  tx
    .selectFrom('discussion_comments as c')
    .innerJoin('discussions as d', 'd.id', 'c.discussion_id')
    .select(['c.discussion_id', 'c.user_id', 'd.user_id as started_by'])
    .where('c.id', '=', id)
    .executeTakeFirst()

/** How many comments a discussion has; null where some are of people who are away, whom the number that is kept counts. */
export const countComments = async (tx: Tx, id: string): Promise<number | null> => {
  const { rows } = await sql<{ count: number | null }>`
    select case when not exists (select from discussion_comments c join profiles p on p.user_id = c.user_id
      where c.discussion_id = d.id and c.hidden_at is null and p.is_away) then comment_count end as count
    from discussions d where d.id = ${id}`.execute(tx)
  return rows[0] ? rows[0].count : 0
}

const commentJson = (me: ViewerInSql) => sql<DiscussionComment>`json_build_object(
  'id', c.id, 'discussion_id', c.discussion_id, 'user_id', c.user_id, 'user', ${personJson('who')},
  'content', c.content, 'mentions', ${mentionsJson('discussion_comment_id', 'c.id', me)},
  'created_at', ${moment('c.created_at')})`

/** Comments of a discussion after a place, newest first. */
export const selectComments = async (
  db: Db,
  viewer: string,
  discussion_id: string,
  { after, limit }: { after: Place | null; limit: number },
): Promise<DiscussionComment[]> => {
  const { rows } = await sql<{ comment: DiscussionComment }>`
    select ${commentJson(viewerId(viewer))} as comment
    from discussion_comments c join profiles who on who.user_id = c.user_id
    where c.discussion_id = ${discussion_id} and c.hidden_at is null and ${notBlocked(viewerId(viewer), 'c.user_id')} ${earlier('c', after)}
    order by c.created_at desc, c.id desc limit ${limit}`.execute(db)
  return rows.map(({ comment }) => comment)
}

/** One comment of a discussion, if its author is there for the viewer. */
export const selectComment = async (
  db: Db,
  viewer: string,
  { discussion_id, comment_id }: { discussion_id: string; comment_id: string },
): Promise<DiscussionComment | undefined> => {
  const { rows } = await sql<{ comment: DiscussionComment }>`
    select ${commentJson(viewerId(viewer))} as comment
    from discussion_comments c join profiles who on who.user_id = c.user_id
    where c.id = ${comment_id} and c.discussion_id = ${discussion_id} and c.hidden_at is null
      and ${notBlocked(viewerId(viewer), 'c.user_id')}`.execute(db)
  return rows[0]?.comment
}
