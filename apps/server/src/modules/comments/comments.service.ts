import type { Comment, CommentLikeEvent, Reply, Viewer } from '@nollie/contract'
import { mayRemoveComment } from '@nollie/contract/viewer'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { appendEvent } from '../../db/events.ts'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { keepMentions } from '../mentions/index.ts'
import { notify, tellWithdrawn } from '../notifications/index.ts'
import { type Oversight, overseen } from '../oversight/index.ts'
import { requireItem, requireShown } from '../posts/index.ts'
import {
  type CommentHead,
  type CommentPlace,
  countCommentLikes,
  countComments,
  deleteComment,
  deleteCommentLike,
  findComment,
  findPostOwner,
  holdComment,
  insertComment,
  insertCommentLike,
  type NewComment,
  selectComment,
  selectComments,
  selectFirstReplies,
  selectReplies,
} from './comments.queries.ts'

const COMMENTS_PAGE = 20
/** Replies that come with their comment. */
const FIRST_REPLIES = 10
const REPLIES_PAGE = 30

// What a foreign key says of a row that is gone.
const GONE = '23503'

const orGone = (code: 'POST_NOT_FOUND' | 'COMMENT_NOT_FOUND') => (problem: unknown) => {
  throw (problem as { code?: string }).code === GONE ? new Refusal(code) : problem
}

/** @throws Refusal COMMENT_NOT_FOUND, also where its post is hidden, and across a block */
const requireComment = async (db: Db, viewer: Viewer, id: string): Promise<CommentHead> => {
  const comment = await findComment(db, viewer.user_id, id)
  if (!comment) throw new Refusal('COMMENT_NOT_FOUND')
  return comment
}

const repliesCursor = (parent: string, last: Reply): string => writeCursor([parent, last.created_at, last.id])

/** Comments with their first replies. */
const withReplies = async (db: Db, viewer: Viewer, comments: readonly Reply[]): Promise<Comment[]> => {
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

// Bound to its list: the post, and the item or all of them.
const Place = z.tuple([z.uuid(), z.number().int().nullable(), z.iso.datetime(), z.uuid()])

type Listed = { post_id: string; media_index: number | null }

const placeIn = ({ post_id, media_index }: Listed, cursor: string): CommentPlace => {
  const [of_post, of_index, created_at, id] = readCursor(Place, cursor)
  if (of_post !== post_id || of_index !== media_index) throw new Refusal('BAD_CURSOR')
  return { created_at, id }
}

/**
 * Comments on one item of a post, or on all of it, newest first.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND, BAD_CURSOR
 */
export const commentsPage = async (
  db: Db,
  viewer: Viewer,
  listed: Listed,
  cursor: string | undefined,
): Promise<{ items: Comment[]; next_cursor: string | null; comments_count: number }> => {
  const { post_id, media_index } = listed
  const after = cursor === undefined ? null : placeIn(listed, cursor)
  if (media_index === null) await requireShown(db, viewer.user_id, post_id)
  else await requireItem(db, viewer.user_id, { post_id, media_index })
  const found = await selectComments(db, viewer.user_id, listed, { after, limit: COMMENTS_PAGE + 1 })
  const items = await withReplies(db, viewer, found.slice(0, COMMENTS_PAGE))
  const last = found.length > COMMENTS_PAGE ? items.at(-1) : undefined
  return {
    items,
    next_cursor: last ? writeCursor([post_id, media_index, last.created_at, last.id]) : null,
    comments_count: await countComments(db, viewer.user_id, listed),
  }
}

const ReplyPlace = z.tuple([z.uuid(), z.iso.datetime(), z.uuid()])

/**
 * Replies to a comment, oldest first.
 * @throws Refusal COMMENT_NOT_FOUND, BAD_CURSOR
 */
export const repliesPage = async (
  db: Db,
  viewer: Viewer,
  parent: string,
  cursor: string | undefined,
): Promise<{ items: Reply[]; next_cursor: string | null }> => {
  let after: CommentPlace | null = null
  if (cursor !== undefined) {
    const [of_parent, created_at, id] = readCursor(ReplyPlace, cursor)
    if (of_parent !== parent) throw new Refusal('BAD_CURSOR')
    after = { created_at, id }
  }
  await requireComment(db, viewer, parent)
  const found = await selectReplies(db, viewer.user_id, parent, { after, limit: REPLIES_PAGE + 1 })
  const items = found.slice(0, REPLIES_PAGE)
  const last = found.length > REPLIES_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? repliesCursor(parent, last) : null }
}

/** What a person sends to comment. */
export type NewWords = {
  post_id: string
  media_index: number
  parent_comment_id: string | null
  content: string
}

/** Tells the author of the comment replied to, the owner of the post, and who is mentioned: each of one thing only. */
const tellOfComment = async (
  tx: Tx,
  { content, ...comment }: NewComment,
  parent: CommentHead | null,
): Promise<void> => {
  const { id, post_id, media_index, user_id } = comment
  const news = { from_user_id: user_id, post_id, media_index, comment_id: id, again: true }
  const replied = parent
    ? await notify(tx, { ...news, type: 'comment_reply', user_ids: [parent.user_id], thing: parent.id })
    : []
  const owners = (await findPostOwner(tx, post_id)).filter((owner) => !replied.includes(owner))
  const heard = await notify(tx, { ...news, type: 'comment', user_ids: owners, thing: post_id })
  const told = [...replied, ...heard]
  await keepMentions(tx, { author: user_id, post_id, comment_id: id, media_index, words: content, told })
}

const BAD_PARENT = 'Replies go to comments on the same photo, one level deep.'

/**
 * Adds a comment, or a reply to one, once per key.
 * @throws Refusal POST_NOT_FOUND, MEDIA_NOT_FOUND, COMMENT_NOT_FOUND for the one replied to, BAD_REQUEST for a reply to
 * a reply or across items; IN_PROGRESS, KEY_REUSED
 */
export const addComment = (db: Db, viewer: Viewer, key: string, words: NewWords): Promise<Comment> =>
  idempotent(db, { user_id: viewer.user_id, key, body: ['comment', words] }, async (tx) => {
    const { post_id, media_index, parent_comment_id } = words
    await requireItem(tx, viewer.user_id, { post_id, media_index })
    const parent = parent_comment_id === null ? null : await requireComment(tx, viewer, parent_comment_id)
    if (parent) {
      const fits =
        parent.parent_comment_id === null && parent.post_id === post_id && parent.media_index === media_index
      if (!fits)
        throw new Refusal('BAD_REQUEST', { detail: BAD_PARENT, fields: { parent_comment_id: BAD_PARENT } })
    }
    const comment = { id: uuid(), ...words, user_id: viewer.user_id }
    await insertComment(tx, comment).catch(orGone(parent ? 'COMMENT_NOT_FOUND' : 'POST_NOT_FOUND'))
    await tellOfComment(tx, comment, parent)
    const made = await selectComment(tx, viewer.user_id, comment.id)
    if (!made) throw new Refusal('POST_NOT_FOUND')
    return { ...made, replies: [], replies_count: 0, replies_cursor: null }
  })

/**
 * Deletes a comment with its replies.
 * @throws Refusal COMMENT_NOT_FOUND, NOT_ALLOWED for another person's, unless by an admin
 */
export const removeComment = (
  { db, oversight }: { db: Db; oversight: Oversight },
  viewer: Viewer,
  id: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await holdComment(tx, id)
    const comment = await requireComment(tx, viewer, id)
    if (!mayRemoveComment(viewer, comment)) throw new Refusal('NOT_ALLOWED')
    await overseen(oversight, tx, viewer, { kind: 'comment', id, owner_id: comment.user_id })
    await deleteComment(tx, id)
  })

/** How many like a comment, and whether the viewer does. */
export type CommentLikeState = { likes_count: number; liked: boolean }

const tell = (tx: Tx, data: CommentLikeEvent): Promise<void> =>
  appendEvent(tx, { topic: 'comments', name: 'comment_like', data })

/**
 * Likes a comment or takes the like back; again changes nothing.
 * @throws Refusal COMMENT_NOT_FOUND
 */
export const setCommentLike = (
  db: Db,
  viewer: Viewer,
  comment_id: string,
  liked: boolean,
): Promise<CommentLikeState> =>
  db.transaction().execute(async (tx) => {
    const { user_id } = viewer
    const { post_id, media_index, user_id: author } = await requireComment(tx, viewer, comment_id)
    const isNew = liked
      ? await insertCommentLike(tx, { id: uuid(), comment_id, user_id }).catch(orGone('COMMENT_NOT_FOUND'))
      : await deleteCommentLike(tx, comment_id, user_id)
    const counted = await countCommentLikes(tx, comment_id, user_id)
    if (!counted) throw new Refusal('COMMENT_NOT_FOUND')
    const { likes: likes_count, seen } = counted
    if (isNew && liked) {
      const place = { thing: comment_id, comment_id, post_id, media_index }
      await notify(tx, { type: 'comment_like', from_user_id: user_id, user_ids: [author], ...place })
    }
    if (isNew && !liked && author !== user_id) await tellWithdrawn(tx, [author])
    if (isNew) await tell(tx, { comment_id, post_id, media_index, likes_count, user_id, liked })
    return { likes_count: seen, liked }
  })
