import type { Reply } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { mentionsJson } from '../mentions/index.ts'
import { viewerId } from '../blocks/index.ts'
import { hiddenComments, waitingCounts } from '../posts/index.ts'
import { personJson } from '../profiles/index.ts'
import { hiddenCommentLikes } from './comment-likes.queries.ts'

/** A comment's subject: an item in a post, or a discussion. */
export type Subject =
  | { post_id: string; media_index: number; discussion_id: null }
  | { post_id: null; media_index: null; discussion_id: string }
/** Which comments to list: comments on one item of a post, on all its items, or in a discussion. */
export type Listed =
  | { post_id: string; media_index: number | null; discussion_id: null }
  | Extract<Subject, { discussion_id: string }>

/** A comment's own columns, as inserted. */
export type NewComment = Subject & {
  id: string
  user_id: string
  parent_comment_id: string | null
  content: string
  /** ISO 8601; defaults to now. */
  created_at?: string
}

/** Inserts an imported comment. The database rejects replies to replies, and replies to a comment on another item. */
export async function insertComment(tx: Tx, comment: NewComment): Promise<void> {
  await tx.insertInto('comments').values(comment).execute()
}

/** A visible comment's subject, author, and text. */
export type CommentHead = Subject & {
  id: string
  user_id: string
  content: string
  parent_comment_id: string | null
  /** The discussion's author; null for a comment on a post. */
  started_by: string | null
}

/**
 * Returns a comment that the viewer can see; otherwise undefined. People can always see their own comments. They can't
 * see others' comments if there is a block between them and the author of the comment, its parent, or its subject.
 */
export async function findComment(db: Db, viewer: string, id: string): Promise<CommentHead | undefined> {
  const { rows } = await sql<CommentHead>`
    select c.id, c.post_id, c.media_index, c.discussion_id, c.user_id, c.content, c.parent_comment_id,
        d.user_id as started_by
    from visible_comments(${viewerId(viewer)}) c left join discussions d on d.id = c.discussion_id
    where c.id = ${id}`.execute(db)
  return rows[0]
}

// Locks a comment's discussion first, because a trigger updates the count in its row and deletions lock it before its
// comments. Otherwise the two could deadlock. `no key update` doesn't block rows that only reference the discussion: a
// like's notification can be inserted while this waits for the comment.
async function lockDiscussionOf(tx: Tx, id: string): Promise<void> {
  await sql`select from discussions where id = (select discussion_id from comments where id = ${id})
    for no key update`.execute(tx)
}

/** Hides a visible comment and its visible replies with the same timestamp. Returns whether it existed. */
export async function hideComment(tx: Tx, id: string): Promise<boolean> {
  await lockDiscussionOf(tx, id)
  const { rows } = await sql<{ id: string }>`
    update comments set hidden_at = now() where ${id} in (id, parent_comment_id) and hidden_at is null
    returning id`.execute(tx)
  return rows.some((row) => row.id === id)
}

/**
 * Shows a hidden comment and the replies that were hidden along with it. A reply whose parent is hidden reappears with
 * its parent.
 */
export async function showComment(tx: Tx, id: string): Promise<void> {
  await lockDiscussionOf(tx, id)
  await sql`
    update comments c set hidden_at = (select parent.hidden_at from comments parent where parent.id = c.parent_comment_id
        and c.id = ${id})
      from comments shown
      where shown.id = ${id} and ${id} in (c.id, c.parent_comment_id) and c.hidden_at = shown.hidden_at`.execute(
    tx,
  )
}

/** Locks a comment until the end of the transaction, after locking its discussion. */
export async function lockComment(tx: Tx, id: string): Promise<void> {
  await lockDiscussionOf(tx, id)
  await tx.selectFrom('comments').select('id').where('id', '=', id).forUpdate().execute()
}

/** Deletes a comment, its replies, and all their likes. */
export async function deleteComment(tx: Tx, id: string): Promise<void> {
  await lockDiscussionOf(tx, id)
  await tx.deleteFrom('comments').where('id', '=', id).execute()
}

/** SQL for the parts of a comment that change after it's added. */
type Counted = { mentions: RawBuilder<unknown>; likes: RawBuilder<unknown>; liked: RawBuilder<unknown> }

/** SQL for a comment as the contract's Reply. The statement joins comments as `c` and their authors as `who`. */
export function commentJson({ mentions, likes, liked }: Counted): RawBuilder<Reply> {
  return sql<Reply>`json_build_object(
  'id', c.id, 'post_id', c.post_id, 'media_index', c.media_index, 'discussion_id', c.discussion_id, 'user_id', c.user_id, 'user', ${personJson('who')},
  'content', c.content, 'mentions', ${mentions}, 'parent_comment_id', c.parent_comment_id, 'likes_count', ${likes},
  'liked', ${liked}, 'created_at', ${moment('c.created_at')}, 'updated_at', ${moment('c.updated_at')})`
}

function replyJson(viewer: RawBuilder<string>) {
  return commentJson({
    mentions: mentionsJson('comment_id', 'c.id', viewer),
    likes: sql`c.like_count - ${hiddenCommentLikes(viewer)}`,
    liked: sql`exists (select from comment_likes l where l.comment_id = c.id and l.user_id = ${viewer})`,
  })
}

function toUuid(viewer: string) {
  return sql<string>`${viewer}::uuid`
}

/** A position in a comment list: the last comment on a page. */
export type CommentCursor = { created_at: string; id: string }

/** Returns top-level comments on a discussion, a post, or one item after a cursor, newest first. */
export async function selectComments(
  db: Db,
  viewer: string,
  { post_id, media_index, discussion_id }: Listed,
  { after, limit }: { after: CommentCursor | null; limit: number },
): Promise<Reply[]> {
  const of = post_id === null ? sql`c.discussion_id = ${discussion_id}` : sql`c.post_id = ${post_id}`
  const item = media_index === null ? sql`` : sql`and c.media_index = ${media_index}::int`
  const earlier = after
    ? sql`and (c.created_at, c.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ comment: Reply }>`
    select ${replyJson(toUuid(viewer))} as comment
    from comments_by_visible_people(${viewerId(viewer)}) c join profiles who on who.user_id = c.user_id
    where ${of} and c.parent_comment_id is null ${item} ${earlier}
    order by c.created_at desc, c.id desc limit ${limit}`.execute(db)
  return rows.map(({ comment }) => comment)
}

/** Returns the first replies to each of these comments, oldest first, with the total number of replies. */
export async function selectFirstReplies(
  db: Db,
  viewer: string,
  ids: readonly string[],
  limit: number,
): Promise<Map<string, { replies: Reply[]; count: number }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; replies: Reply[]; count: number }>`
    select parent.id, first.replies, (
      select count(*) from comments_by_visible_people(${viewerId(viewer)}) r where r.parent_comment_id = parent.id
    ) as count
    from unnest(${ids}::uuid[]) parent (id)
    cross join lateral (
      select coalesce(json_agg(${replyJson(toUuid(viewer))} order by c.created_at, c.id), '[]') as replies
      from (
        select * from comments_by_visible_people(${viewerId(viewer)}) r where r.parent_comment_id = parent.id
        order by r.created_at, r.id limit ${limit}
      ) c
      join profiles who on who.user_id = c.user_id
    ) first`.execute(db)
  return new Map(rows.map(({ id, replies, count }) => [id, { replies, count }]))
}

/**
 * Returns the replies to a comment after a cursor, oldest first. People can see their own comment on something that
 * they can no longer see, but not the replies of others.
 */
export async function selectReplies(
  db: Db,
  viewer: string,
  parent: string,
  { after, limit }: { after: CommentCursor | null; limit: number },
): Promise<Reply[]> {
  const later = after
    ? sql`and (c.created_at, c.id) > (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ comment: Reply }>`
    select ${replyJson(toUuid(viewer))} as comment
    from visible_comments(${viewerId(viewer)}) c join profiles who on who.user_id = c.user_id
    where c.parent_comment_id = ${parent} ${later}
    order by c.created_at, c.id limit ${limit}`.execute(db)
  return rows.map(({ comment }) => comment)
}

/** Counts the comments and replies that a viewer can see on a post, an item, or a discussion. */
export async function countComments(
  db: Db,
  viewer: string,
  { post_id, media_index }: { post_id: string; media_index: number | null },
): Promise<number> {
  const of = media_index === null ? sql`` : sql`and pm.media_index = ${media_index}::int`
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(pm.comment_count + waiting.comments - ${hiddenComments(viewerId(viewer), 'pm')}), 0)::int as count
    from post_media pm ${waitingCounts('pm')}
    where pm.post_id = ${post_id} ${of}`.execute(db)
  return rows[0]?.count ?? 0
}
