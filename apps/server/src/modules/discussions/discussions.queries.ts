import type { Discussion, DiscussionCategory, DiscussionEdit, DiscussionOrder } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { contains } from '../../db/text-search.ts'
import { hiddenFrom, type ViewerInSql, viewerId } from '../blocks/index.ts'
import { mentionsJson } from '../mentions/index.ts'
import { personJson } from '../profiles/index.ts'

/** A discussion's own columns, as inserted. */
export type NewDiscussionRow = {
  id: string
  user_id: string
  title: string
  content: string
  category: DiscussionCategory
  /** ISO 8601; defaults to now. */
  created_at?: string
}

/** Inserts a discussion. */
export async function insertDiscussion(tx: Tx, discussion: NewDiscussionRow): Promise<void> {
  const { created_at } = discussion
  await tx
    .insertInto('discussions')
    // Until the first comment, a discussion is sorted by its start time.
    .values({ ...discussion, ...(created_at !== undefined && { answered_at: created_at }) })
    .execute()
}

/** Updates a discussion's text or category, and increments its version. */
export async function updateDiscussion(
  tx: Tx,
  id: string,
  { title, content, category }: DiscussionEdit,
): Promise<void> {
  await tx
    .updateTable('discussions')
    .set((eb) => ({
      ...(title !== undefined && { title }),
      ...(content !== undefined && { content }),
      ...(category !== undefined && { category }),
      version: eb('version', '+', 1),
      edited_at: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .execute()
}

/** Deletes a discussion and its comments. Returns its author; null if it didn't exist. */
export async function deleteDiscussion(tx: Tx, id: string): Promise<string | null> {
  const gone = await tx.deleteFrom('discussions').where('id', '=', id).returning('user_id').executeTakeFirst()
  return gone?.user_id ?? null
}

/** Hides or shows a discussion. Returns its author; null if nothing changed. */
export async function setDiscussionHidden(tx: Tx, id: string, hidden: boolean): Promise<string | null> {
  const row = await tx
    .updateTable('discussions')
    .set({ hidden_at: hidden ? sql<string>`now()` : null })
    .where('id', '=', id)
    .where('hidden_at', hidden ? 'is' : 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

// Counts comments by people who are hidden from the viewer, and replies to those comments.
function hiddenComments(me: RawBuilder<unknown>) {
  return sql`(
  select count(*) from comments hidden left join comments parent on parent.id = hidden.parent_comment_id
  where hidden.discussion_id = d.id and hidden.hidden_at is null
    and (hidden.user_id in ${hiddenFrom(me)} or parent.user_id in ${hiddenFrom(me)}))`
}

function hiddenLikes(me: RawBuilder<unknown>) {
  return sql`(
  select count(*) from discussion_likes hidden
  where hidden.discussion_id = d.id and hidden.user_id in ${hiddenFrom(me)})`
}

function discussionJson(me: ViewerInSql) {
  return sql<Discussion>`json_build_object(
  'id', d.id, 'user_id', d.user_id, 'user', ${personJson('who')}, 'title', d.title, 'content', d.content,
  'mentions', ${mentionsJson('discussion_id', 'd.id', me)},
  'category', d.category, 'comments_count', d.comment_count - ${hiddenComments(me)},
  'likes_count', d.like_count - ${hiddenLikes(me)},
  'liked', exists (select from discussion_likes l where l.discussion_id = d.id and l.user_id = ${me}),
  'version', d.version, 'created_at', ${moment('d.created_at')}, 'edited_at', ${moment('d.edited_at')})`
}

/** Which discussions to list, and in what order. */
export type DiscussionFilter = {
  category: DiscussionCategory | undefined
  /** Terms that must all appear in the title or content. */
  terms: readonly string[]
  order: DiscussionOrder
}

/** A position in a list sorted latest first: the last discussion on the previous page. */
export type DiscussionPosition = { at: string; id: string }

const ORDER_COLUMNS = { newest: 'd.created_at', answered: 'd.answered_at' } as const

/** Returns discussions after a cursor in the given order, latest first. */
export async function selectDiscussions(
  db: Db,
  viewer: string,
  { category, terms, order }: DiscussionFilter,
  { after, limit }: { after: DiscussionPosition | null; limit: number },
): Promise<{ discussion: Discussion; at: string }[]> {
  const me = viewerId(viewer)
  const at = sql.ref(ORDER_COLUMNS[order])
  const conditions = [
    ...(category ? [sql`d.category = ${category}`] : []),
    ...terms.map((term) => contains(sql`d.search_text`, term)),
    ...(after ? [sql`(${at}, d.id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
  ]
  const { rows } = await sql<{ discussion: Discussion; at: string }>`
    select ${discussionJson(me)} as discussion, ${moment(ORDER_COLUMNS[order])} as at
    from visible_discussions(${me}) d join profiles who on who.user_id = d.user_id
    ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
    order by ${at} desc, d.id desc limit ${limit}`.execute(db)
  return rows
}

/** Returns a discussion, unless its author is hidden from the viewer. */
export async function selectDiscussion(db: Db, viewer: string, id: string): Promise<Discussion | undefined> {
  const me = viewerId(viewer)
  const { rows } = await sql<{ discussion: Discussion }>`
    select ${discussionJson(me)} as discussion
    from visible_discussions(${me}) d join profiles who on who.user_id = d.user_id
    where d.id = ${id}`.execute(db)
  return rows[0]?.discussion
}

/** Locks a discussion before its comments, in the same order as a deletion. */
export async function lockDiscussion(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('discussions').select('id').where('id', '=', id).forUpdate().execute()
}
