import {
  type Discussion,
  type DiscussionComment,
  type DiscussionCommentEvent,
  type DiscussionEvent,
  mayRemoveDiscussion,
  mayRemoveDiscussionComment,
  type NewDiscussion,
  type Viewer,
} from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { appendEvent } from '../../db/events.ts'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { keepMentions } from '../mentions/index.ts'
import { notify } from '../notifications/index.ts'
import { type Oversight, overseen } from '../oversight/index.ts'
import {
  countComments,
  deleteComment,
  deleteDiscussion,
  findAnyComment,
  holdDiscussion,
  insertComment,
  insertDiscussion,
  type Place,
  selectComment,
  selectComments,
  selectDiscussion,
  selectDiscussions,
  setCommentHidden,
  setDiscussionHidden,
} from './discussions.queries.ts'

const DISCUSSIONS_PAGE = 20
const COMMENTS_PAGE = 20

// What a foreign key says of a row that is gone.
const GONE = '23503'

const tell = (tx: Tx, data: DiscussionEvent): Promise<void> =>
  appendEvent(tx, { topic: 'discussions', name: 'discussion', data })

const tellOfComment = async (
  tx: Tx,
  kind: 'created' | 'deleted',
  { id: comment_id, discussion_id, user_id }: Pick<DiscussionComment, 'id' | 'discussion_id' | 'user_id'>,
  { user_id: started_by }: Pick<Discussion, 'user_id'>,
): Promise<void> => {
  const comments_count = await countComments(tx, discussion_id)
  const ids = { discussion_id, comment_id, user_id, started_by }
  const data: DiscussionCommentEvent = { kind, ...ids, comments_count }
  await appendEvent(tx, { topic: 'discussions', name: 'discussion_comment', data })
}

// Bound to its list: all discussions, or the comments of one.
const CursorPlace = z.tuple([z.string(), z.iso.datetime(), z.uuid()])

const placeIn = (list: string, cursor: string | undefined): Place | null => {
  if (cursor === undefined) return null
  const [of, created_at, id] = readCursor(CursorPlace, cursor)
  if (of !== list) throw new Refusal('BAD_CURSOR')
  return { created_at, id }
}

const pageOf = <T extends Place>(list: string, found: readonly T[], size: number) => {
  const items = found.slice(0, size)
  const last = found.length > size ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor([list, last.created_at, last.id]) : null }
}

/**
 * Discussions, newest first.
 * @throws Refusal BAD_CURSOR
 */
export const discussionsPage = async (
  db: Db,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<{ items: Discussion[]; next_cursor: string | null }> => {
  const after = placeIn('discussions', cursor)
  const found = await selectDiscussions(db, viewer.user_id, { after, limit: DISCUSSIONS_PAGE + 1 })
  return pageOf('discussions', found, DISCUSSIONS_PAGE)
}

/**
 * One discussion.
 * @throws Refusal DISCUSSION_NOT_FOUND, also where its author is not there for the viewer
 */
export const requireDiscussion = async (db: Db, viewer: Viewer, id: string): Promise<Discussion> => {
  const discussion = await selectDiscussion(db, viewer.user_id, id)
  if (!discussion) throw new Refusal('DISCUSSION_NOT_FOUND')
  return discussion
}

/**
 * Starts a discussion, once per key.
 * @throws Refusal IN_PROGRESS, KEY_REUSED
 */
export const startDiscussion = (
  db: Db,
  viewer: Viewer,
  key: string,
  body: NewDiscussion,
): Promise<Discussion> =>
  idempotent(db, { user_id: viewer.user_id, key, body: ['discussion', body] }, async (tx) => {
    const id = uuid()
    await insertDiscussion(tx, { id, user_id: viewer.user_id, ...body })
    const words = `${body.title}\n${body.content}`
    await keepMentions(tx, { author: viewer.user_id, discussion_id: id, words })
    await tell(tx, { kind: 'created', discussion_id: id, user_id: viewer.user_id })
    return requireDiscussion(tx, viewer, id)
  })

/**
 * Deletes a discussion with all that was said in it.
 * @throws Refusal DISCUSSION_NOT_FOUND, NOT_ALLOWED for another person's, unless by an admin
 */
export const removeDiscussion = (
  { db, oversight }: { db: Db; oversight: Oversight },
  viewer: Viewer,
  id: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await holdDiscussion(tx, id)
    const discussion = await requireDiscussion(tx, viewer, id)
    if (!mayRemoveDiscussion(viewer, discussion)) throw new Refusal('NOT_ALLOWED')
    await overseen(oversight, tx, viewer, { kind: 'discussion', id, owner_id: discussion.user_id })
    if ((await deleteDiscussion(tx, id)) === null) throw new Refusal('DISCUSSION_NOT_FOUND')
    await tell(tx, { kind: 'deleted', discussion_id: id, user_id: discussion.user_id })
  })

/**
 * What was said in a discussion, newest first, with how much there is.
 * @throws Refusal DISCUSSION_NOT_FOUND, BAD_CURSOR
 */
export const commentsPage = async (
  db: Db,
  viewer: Viewer,
  discussion_id: string,
  cursor: string | undefined,
): Promise<{ items: DiscussionComment[]; next_cursor: string | null; comments_count: number }> => {
  const after = placeIn(discussion_id, cursor)
  const { comments_count } = await requireDiscussion(db, viewer, discussion_id)
  const found = await selectComments(db, viewer.user_id, discussion_id, { after, limit: COMMENTS_PAGE + 1 })
  return { ...pageOf(discussion_id, found, COMMENTS_PAGE), comments_count }
}

/**
 * Says something in a discussion, once per key.
 * @throws Refusal DISCUSSION_NOT_FOUND, IN_PROGRESS, KEY_REUSED
 */
export const addComment = (
  db: Db,
  viewer: Viewer,
  key: string,
  words: { discussion_id: string; content: string },
): Promise<DiscussionComment> =>
  idempotent(db, { user_id: viewer.user_id, key, body: ['discussion comment', words] }, async (tx) => {
    const { discussion_id } = words
    const discussion = await requireDiscussion(tx, viewer, discussion_id)
    const comment_id = uuid()
    await insertComment(tx, { id: comment_id, user_id: viewer.user_id, ...words }).catch(
      (problem: unknown) => {
        // Deleted between the look at it and the comment.
        throw (problem as { code?: string }).code === GONE ? new Refusal('DISCUSSION_NOT_FOUND') : problem
      },
    )
    const said = { discussion_id, discussion_comment_id: comment_id, words: words.content }
    const told = await notify(tx, {
      type: 'discussion_comment',
      from_user_id: viewer.user_id,
      user_ids: [discussion.user_id],
      thing: discussion_id,
      discussion_id,
      discussion_comment_id: comment_id,
      again: true,
    })
    await keepMentions(tx, { author: viewer.user_id, told, ...said })
    const comment = await selectComment(tx, viewer.user_id, { discussion_id, comment_id })
    if (!comment) throw new Refusal('DISCUSSION_NOT_FOUND')
    await tellOfComment(tx, 'created', comment, discussion)
    return comment
  })

/**
 * Deletes what somebody said in a discussion.
 * @throws Refusal DISCUSSION_NOT_FOUND, COMMENT_NOT_FOUND, NOT_ALLOWED for another person's, unless by an admin
 */
export const removeComment = (
  { db, oversight }: { db: Db; oversight: Oversight },
  viewer: Viewer,
  ids: { discussion_id: string; comment_id: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await holdDiscussion(tx, ids.discussion_id)
    const discussion = await requireDiscussion(tx, viewer, ids.discussion_id)
    const comment = await selectComment(tx, viewer.user_id, ids)
    if (!comment) throw new Refusal('COMMENT_NOT_FOUND')
    if (!mayRemoveDiscussionComment(viewer, comment)) throw new Refusal('NOT_ALLOWED')
    const { id, user_id: owner_id } = comment
    await overseen(oversight, tx, viewer, { kind: 'discussion_comment', id, owner_id })
    if (!(await deleteComment(tx, ids.comment_id))) throw new Refusal('COMMENT_NOT_FOUND')
    await tellOfComment(tx, 'deleted', comment, discussion)
  })

/**
 * Deletes a discussion that was reported, also across a block from whoever decides.
 * @throws Refusal DISCUSSION_NOT_FOUND
 */
export const removeReportedDiscussion = async (tx: Tx, id: string): Promise<void> => {
  const user_id = await deleteDiscussion(tx, id)
  if (user_id === null) throw new Refusal('DISCUSSION_NOT_FOUND')
  await tell(tx, { kind: 'deleted', discussion_id: id, user_id })
}

/** As {@link removeReportedDiscussion}, what was said in one. @throws Refusal COMMENT_NOT_FOUND */
export const removeReportedComment = async (tx: Tx, id: string): Promise<void> => {
  const found = await findAnyComment(tx, id)
  if (!found || !(await deleteComment(tx, id))) throw new Refusal('COMMENT_NOT_FOUND')
  await tellOfComment(tx, 'deleted', { id, ...found }, { user_id: found.started_by })
}

/** Takes a discussion out of everybody's sight without deleting it. @throws Refusal DISCUSSION_NOT_FOUND */
export const hideDiscussion = async (tx: Tx, id: string): Promise<void> => {
  const user_id = await setDiscussionHidden(tx, id, true)
  if (user_id === null) throw new Refusal('DISCUSSION_NOT_FOUND')
  await tell(tx, { kind: 'deleted', discussion_id: id, user_id })
}

/** Shows a hidden discussion again. */
export const showDiscussion = async (tx: Tx, id: string): Promise<void> => {
  const user_id = await setDiscussionHidden(tx, id, false)
  if (user_id !== null) await tell(tx, { kind: 'created', discussion_id: id, user_id })
}

/** As {@link hideDiscussion}, what was said in one. @throws Refusal COMMENT_NOT_FOUND */
export const hideDiscussionComment = async (tx: Tx, id: string): Promise<void> => {
  const found = await findAnyComment(tx, id)
  if (!found || !(await setCommentHidden(tx, id, true))) throw new Refusal('COMMENT_NOT_FOUND')
  await tellOfComment(tx, 'deleted', { id, ...found }, { user_id: found.started_by })
}

/** Shows again what was said in a discussion and hidden. */
export const showDiscussionComment = async (tx: Tx, id: string): Promise<void> => {
  const found = await findAnyComment(tx, id)
  if (found && (await setCommentHidden(tx, id, false)))
    await tellOfComment(tx, 'created', { id, ...found }, { user_id: found.started_by })
}
