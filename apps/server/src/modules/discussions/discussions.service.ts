import {
  type Discussion,
  type DiscussionCategory,
  type DiscussionEdit,
  type DiscussionEvent,
  type DiscussionOrder,
  mayEditDiscussion,
  mayRemoveDiscussion,
  type NewDiscussion,
  type Viewer,
} from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { appendEvent } from '../../db/events.ts'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { splitTerms, runWithinSearchTime } from '../../db/text-search.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { storeMentions } from '../mentions/index.ts'
import { type AuditHook, audited } from '../audit/index.ts'
import {
  deleteDiscussion,
  type DiscussionPosition,
  insertDiscussion,
  lockDiscussion,
  selectDiscussion,
  selectDiscussions,
  setDiscussionHidden,
  updateDiscussion,
} from './discussions.queries.ts'

const DISCUSSIONS_PAGE = 20

/** PostgreSQL's code for foreign_key_violation: the discussion was deleted. */
export const GONE = '23503'

function publish(tx: Tx, data: DiscussionEvent): Promise<void> {
  return appendEvent(tx, { topic: 'discussions', name: 'discussion', data })
}

/** Filters and order for a page of discussions. */
export type DiscussionsQuery = {
  category?: DiscussionCategory | undefined
  q?: string | null | undefined
  order: DiscussionOrder
  cursor?: string | undefined
}

// The first element ties a cursor to its list: category, search, and order.
const CursorPosition = z.tuple([z.string(), z.iso.datetime(), z.uuid()])

/**
 * Returns a page of discussions, sorted by start time or by latest comment, newest first. Optionally limited to one
 * category, and to discussions that contain every term in `q`.
 * @throws Refusal BAD_CURSOR, including for a cursor from another list; UNAVAILABLE if a search takes too long
 */
export async function discussionsPage(
  db: Db,
  viewer: Viewer,
  { category, q, order, cursor }: DiscussionsQuery,
): Promise<{ items: Discussion[]; next_cursor: string | null }> {
  const list = JSON.stringify([order, category ?? null, q ?? null])
  let after: DiscussionPosition | null = null
  if (cursor !== undefined) {
    const [of, at, id] = readCursor(CursorPosition, cursor)
    if (of !== list) throw new Refusal('BAD_CURSOR')
    after = { at, id }
  }
  const folded = q ? splitTerms(q) : []
  // A query that is empty after normalization, such as an apostrophe, finds nothing.
  const terms = q && folded.length === 0 ? [q] : folded
  const select = (from: Db) =>
    selectDiscussions(
      from,
      viewer.user_id,
      { category, terms, order },
      { after, limit: DISCUSSIONS_PAGE + 1 },
    )
  const found = terms.length > 0 ? await runWithinSearchTime(db, select) : await select(db)
  const page = found.slice(0, DISCUSSIONS_PAGE)
  const last = found.length > DISCUSSIONS_PAGE ? page.at(-1) : undefined
  return {
    items: page.map(({ discussion }) => discussion),
    next_cursor: last ? writeCursor([list, last.at, last.discussion.id]) : null,
  }
}

/**
 * Returns a discussion.
 * @throws Refusal DISCUSSION_NOT_FOUND, including when its author is hidden from the viewer
 */
export async function requireDiscussion(db: Db, viewer: Viewer, id: string): Promise<Discussion> {
  const discussion = await selectDiscussion(db, viewer.user_id, id)
  if (!discussion) throw new Refusal('DISCUSSION_NOT_FOUND')
  return discussion
}

function writeMentions(
  tx: Tx,
  { id, user_id, title, content }: Omit<NewDiscussion, 'category'> & { id: string; user_id: string },
) {
  return storeMentions(tx, { author: user_id, discussion_id: id, content: `${title}\n${content}` })
}

/**
 * Starts a discussion; idempotent by key.
 * @throws Refusal IN_PROGRESS, KEY_REUSED
 */
export function startDiscussion(
  db: Db,
  viewer: Viewer,
  key: string,
  body: NewDiscussion,
): Promise<Discussion> {
  return idempotent(db, { user_id: viewer.user_id, key, body: ['discussion', body] }, async (tx) => {
    const made = { id: uuid(), user_id: viewer.user_id, ...body }
    await insertDiscussion(tx, made)
    await writeMentions(tx, made)
    await publish(tx, { kind: 'created', discussion_id: made.id, user_id: made.user_id })
    return requireDiscussion(tx, viewer, made.id)
  })
}

/**
 * Edits a discussion.
 * @param version the version that the edit is based on
 * @throws Refusal DISCUSSION_NOT_FOUND, NOT_ALLOWED for another person's discussion, STALE if there is a newer version
 */
export function editDiscussion(
  db: Db,
  viewer: Viewer,
  { id, version }: { id: string; version: number },
  edit: DiscussionEdit,
): Promise<Discussion> {
  return db.transaction().execute(async (tx) => {
    await lockDiscussion(tx, id)
    const before = await requireDiscussion(tx, viewer, id)
    if (!mayEditDiscussion(viewer, before)) throw new Refusal('NOT_ALLOWED')
    if (before.version !== version) throw new Refusal('STALE')
    const { title = before.title, content = before.content, category = before.category } = edit
    if (title === before.title && content === before.content && category === before.category) return before
    await updateDiscussion(tx, id, { title, content, category })
    await writeMentions(tx, { id, user_id: before.user_id, title, content })
    await publish(tx, { kind: 'updated', discussion_id: id, user_id: before.user_id })
    return requireDiscussion(tx, viewer, id)
  })
}

/**
 * Deletes a discussion and its comments.
 * @throws Refusal DISCUSSION_NOT_FOUND, NOT_ALLOWED for another person's discussion, unless the viewer is an admin
 */
export function removeDiscussion(
  { db, audit }: { db: Db; audit: AuditHook },
  viewer: Viewer,
  id: string,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockDiscussion(tx, id)
    const discussion = await requireDiscussion(tx, viewer, id)
    if (!mayRemoveDiscussion(viewer, discussion)) throw new Refusal('NOT_ALLOWED')
    await audited(audit, tx, viewer, { kind: 'discussion', id, owner_id: discussion.user_id })
    await removeReportedDiscussion(tx, id)
  })
}

/**
 * Deletes a discussion that was reported, even if there is a block between its author and the moderator.
 * @throws Refusal DISCUSSION_NOT_FOUND
 */
export async function removeReportedDiscussion(tx: Tx, id: string): Promise<void> {
  const user_id = await deleteDiscussion(tx, id)
  if (user_id === null) throw new Refusal('DISCUSSION_NOT_FOUND')
  await publish(tx, { kind: 'deleted', discussion_id: id, user_id })
}

/**
 * Hides a discussion from everyone without deleting it.
 * @throws Refusal DISCUSSION_NOT_FOUND
 */
export async function hideDiscussion(tx: Tx, id: string): Promise<void> {
  const user_id = await setDiscussionHidden(tx, id, true)
  if (user_id === null) throw new Refusal('DISCUSSION_NOT_FOUND')
  await publish(tx, { kind: 'deleted', discussion_id: id, user_id })
}

/** Makes a hidden discussion visible again. */
export async function showDiscussion(tx: Tx, id: string): Promise<void> {
  const user_id = await setDiscussionHidden(tx, id, false)
  if (user_id !== null) await publish(tx, { kind: 'created', discussion_id: id, user_id })
}
