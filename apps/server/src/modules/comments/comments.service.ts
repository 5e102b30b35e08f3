import type { Comment, Reply, Viewer } from '@nollie/contract'
import { mayRemoveComment } from '@nollie/contract/rights'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, refusedField, writeCursor } from '../../platform/http/index.ts'
import { requireDiscussion } from '../discussions/index.ts'
import { notify } from '../notifications/index.ts'
import { type AuditHook, audited } from '../audit/index.ts'
import { requireItem, requireShown } from '../posts/index.ts'
import { insertCommentOnce } from './add-comment.queries.ts'
import {
  type CommentHead,
  type CommentCursor,
  countComments,
  deleteComment,
  findComment,
  type Listed,
  lockComment,
  selectComments,
  selectFirstReplies,
  selectReplies,
  type Subject,
} from './comments.queries.ts'
import { say } from '../../platform/languages/index.ts'

const COMMENTS_PAGE = 20
/** Number of replies returned with each comment. */
const FIRST_REPLIES = 10
const REPLIES_PAGE = 30

// PostgreSQL's code for foreign_key_violation: the referenced row was deleted.
const GONE = '23503'

/** Returns an error handler that throws this code if a referenced row was deleted concurrently. */
export function refuseIfDeleted(code: 'POST_NOT_FOUND' | 'DISCUSSION_NOT_FOUND' | 'COMMENT_NOT_FOUND') {
  return (error: unknown) => {
    throw (error as { code?: string }).code === GONE ? new Refusal(code) : error
  }
}

/**
 * Returns a comment that the viewer can see.
 * @throws Refusal COMMENT_NOT_FOUND, including when its subject is hidden or there is a block
 */
export async function requireComment(db: Db, viewer: Viewer, id: string): Promise<CommentHead> {
  const comment = await findComment(db, viewer.user_id, id)
  if (!comment) throw new Refusal('COMMENT_NOT_FOUND')
  return comment
}

/**
 * Returns the text of a comment that the viewer can see.
 * @throws Refusal COMMENT_NOT_FOUND
 */
export async function requireCommentText(db: Db, viewer: Viewer, id: string): Promise<string> {
  return (await requireComment(db, viewer, id)).content
}

function repliesCursor(parent: string, last: Reply): string {
  return writeCursor([parent, last.created_at, last.id])
}

/** Adds the first replies to each comment. */
async function withReplies(db: Db, viewer: Viewer, comments: readonly Reply[]): Promise<Comment[]> {
  const found = await selectFirstReplies(
    db,
    viewer.user_id,
    comments.map(({ id }) => id),
    FIRST_REPLIES,
  )
  return comments.map((comment) => {
    const { replies, count } = found.get(comment.id) ?? { replies: [], count: 0 }
    const last = replies.at(-1)
    return {
      ...comment,
      replies,
      replies_count: count,
      replies_cursor: last && count > replies.length ? repliesCursor(comment.id, last) : null,
    }
  })
}

// The first two elements tie a cursor to its list: the id of the discussion or post, and the item (null for all items).
const Cursor = z.tuple([z.uuid(), z.number().int().nullable(), z.iso.datetime(), z.uuid()])

function subjectId({ post_id, discussion_id }: Listed): string {
  return post_id === null ? discussion_id : post_id
}

function decodeCursor(listed: Listed, cursor: string): CommentCursor {
  const [of_subject, of_index, created_at, id] = readCursor(Cursor, cursor)
  if (of_subject !== subjectId(listed) || of_index !== listed.media_index) throw new Refusal('BAD_CURSOR')
  return { created_at, id }
}

/**
 * Returns the number of comments that the viewer can see.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND, DISCUSSION_NOT_FOUND
 */
async function requireCount(db: Db, viewer: Viewer, listed: Listed): Promise<number> {
  const { post_id, media_index, discussion_id } = listed
  if (post_id === null) return (await requireDiscussion(db, viewer, discussion_id)).comments_count
  if (media_index === null) await requireShown(db, viewer.user_id, post_id)
  else await requireItem(db, viewer.user_id, { post_id, media_index })
  return countComments(db, viewer.user_id, { post_id, media_index })
}

/**
 * Returns a page of comments on a discussion, one item in a post, or an entire post, newest first.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND, DISCUSSION_NOT_FOUND, BAD_CURSOR
 */
export async function commentsPage(
  db: Db,
  viewer: Viewer,
  listed: Listed,
  cursor: string | undefined,
): Promise<{ items: Comment[]; next_cursor: string | null; comments_count: number }> {
  const after = cursor === undefined ? null : decodeCursor(listed, cursor)
  const comments_count = await requireCount(db, viewer, listed)
  const found = await selectComments(db, viewer.user_id, listed, { after, limit: COMMENTS_PAGE + 1 })
  const items = await withReplies(db, viewer, found.slice(0, COMMENTS_PAGE))
  const last = found.length > COMMENTS_PAGE ? items.at(-1) : undefined
  return {
    items,
    next_cursor: last ? writeCursor([subjectId(listed), listed.media_index, last.created_at, last.id]) : null,
    comments_count,
  }
}

const ReplyCursor = z.tuple([z.uuid(), z.iso.datetime(), z.uuid()])

/**
 * Returns a page of replies to a comment, oldest first.
 * @throws Refusal COMMENT_NOT_FOUND, BAD_CURSOR
 */
export async function repliesPage(
  db: Db,
  viewer: Viewer,
  parent: string,
  cursor: string | undefined,
): Promise<{ items: Reply[]; next_cursor: string | null }> {
  let after: CommentCursor | null = null
  if (cursor !== undefined) {
    const [of_parent, created_at, id] = readCursor(ReplyCursor, cursor)
    if (of_parent !== parent) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  await requireComment(db, viewer, parent)
  const found = await selectReplies(db, viewer.user_id, parent, { after, limit: REPLIES_PAGE + 1 })
  const items = found.slice(0, REPLIES_PAGE)
  const last = found.length > REPLIES_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? repliesCursor(parent, last) : null }
}

/** A new comment as sent by its author. */
export type NewComment = Subject & { parent_comment_id: string | null; content: string }

/** Requires a visible subject. @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND, DISCUSSION_NOT_FOUND */
async function requireSubject(db: Db, viewer: Viewer, { post_id, media_index, discussion_id }: Subject) {
  if (post_id === null) await requireDiscussion(db, viewer, discussion_id)
  else await requireItem(db, viewer.user_id, { post_id, media_index })
}

const BAD_PARENT = say`You can only reply to comments on the same photo or discussion, one level deep.`

/**
 * Adds a comment or reply; idempotent by key.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND, DISCUSSION_NOT_FOUND, COMMENT_NOT_FOUND for the parent comment,
 * BAD_REQUEST for a reply to a reply or to another item's comment; IN_PROGRESS, KEY_REUSED
 */
export async function addComment(db: Db, viewer: Viewer, key: string, input: NewComment): Promise<Comment> {
  const missing = input.post_id === null ? 'DISCUSSION_NOT_FOUND' : 'POST_NOT_FOUND'
  const comment = { id: uuid(), ...input, user_id: viewer.user_id }
  const made = await insertCommentOnce(db, comment, { key, body: ['comment', input] }).catch(
    refuseIfDeleted(input.parent_comment_id === null ? missing : 'COMMENT_NOT_FOUND'),
  )
  if (made) return { ...made, replies: [], replies_count: 0, replies_cursor: null }
  await requireSubject(db, viewer, input)
  if (input.parent_comment_id !== null) {
    await requireComment(db, viewer, input.parent_comment_id)
    throw refusedField('BAD_REQUEST', 'parent_comment_id', BAD_PARENT)
  }
  throw new Refusal(missing)
}

/**
 * Deletes a comment and its replies. A discussion's author can delete any comment in it, which notifies the comment's
 * author.
 * @throws Refusal COMMENT_NOT_FOUND, NOT_ALLOWED for another person's comment, unless the viewer is an admin
 */
export function removeComment(
  { db, audit }: { db: Db; audit: AuditHook },
  viewer: Viewer,
  id: string,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockComment(tx, id)
    const comment = await requireComment(tx, viewer, id)
    const { user_id: owner_id, discussion_id, started_by } = comment
    if (!mayRemoveComment(viewer, comment, started_by)) throw new Refusal('NOT_ALLOWED')
    // Even in their own discussion, an admin deletes as a moderator, with a reason and a right to appeal.
    const isStarter = discussion_id !== null && started_by === viewer.user_id && !viewer.is_admin
    if (!isStarter) await audited(audit, tx, viewer, { kind: 'comment', id, owner_id })
    else
      await notify(tx, {
        type: 'comment_removed',
        from_user_id: viewer.user_id,
        user_ids: [owner_id],
        target_id: discussion_id,
        discussion_id,
        renewsLine: true,
      })
    await deleteComment(tx, id)
  })
}
