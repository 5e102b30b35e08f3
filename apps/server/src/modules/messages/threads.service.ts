import { type Person, type Thread, type Viewer, UNREAD_MAX } from '@nollie/contract'
import { z } from 'zod'
import type { Db, Tx } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import {
  type Box,
  countUnread,
  selectThread,
  selectThreads,
  type ThreadCursor,
} from './message-lists.queries.ts'
import { clearSide, type LockedThread, lockThread, markRead, setMuted } from './threads.queries.ts'
import { requireOther } from './can-message.service.ts'
import { publishToPeople } from './message-events.ts'

const THREADS_PAGE = 20

function Cursor(box: Box) {
  return z.tuple([z.literal(box), z.iso.datetime(), z.uuid()])
}

/**
 * Returns a page of a person's conversations or requests.
 * @throws Refusal BAD_CURSOR, including for a cursor from the other box
 */
export async function threadsPage(
  db: Db,
  viewer: Viewer,
  box: Box,
  cursor: string | undefined,
): Promise<{ items: Thread[]; next_cursor: string | null }> {
  let after: ThreadCursor | null = null
  if (cursor !== undefined) {
    const [, last_message_at, id] = readCursor(Cursor(box), cursor)
    after = { last_message_at, id }
  }
  const found = await selectThreads(db, viewer.user_id, box, { after, limit: THREADS_PAGE + 1 })
  const items = found.slice(0, THREADS_PAGE)
  const last = found.length > THREADS_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor([box, last.last_message_at, last.id]) : null }
}

/** Counts unread messages and pending requests for the badge, each up to `UNREAD_MAX`. */
export function readUnreadMessages(db: Db, viewer: Viewer) {
  return countUnread(db, viewer.user_id, UNREAD_MAX)
}

/** @throws Refusal THREAD_NOT_FOUND, including for other people's threads and if there's a block */
export async function requireThread(db: Db, viewer: Viewer, thread_id: string): Promise<Thread> {
  const thread = await selectThread(db, viewer.user_id, { thread_id })
  if (!thread) throw new Refusal('THREAD_NOT_FOUND')
  return thread
}

/**
 * Returns a person and the viewer's conversation with them, if any.
 * @throws Refusal as `requireOther`
 */
export async function threadWith(
  db: Db,
  viewer: Viewer,
  user_id: string,
): Promise<{ user: Person; thread: Thread | null }> {
  return {
    user: await requireOther(db, viewer, user_id),
    thread: (await selectThread(db, viewer.user_id, { other_id: user_id })) ?? null,
  }
}

/**
 * Runs an action on one of the viewer's conversations with its row locked.
 * @throws Refusal THREAD_NOT_FOUND
 */
export function withThread(
  db: Db,
  viewer: Viewer,
  thread_id: string,
  work: (tx: Tx, thread: LockedThread) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await requireThread(tx, viewer, thread_id)
    const thread = await lockThread(tx, viewer.user_id, { thread_id })
    if (!thread) throw new Refusal('THREAD_NOT_FOUND')
    await work(tx, thread)
  })
}

/**
 * Mutes or unmutes a conversation on the viewer's devices.
 * @throws Refusal THREAD_NOT_FOUND
 */
export async function muteThread(
  db: Db,
  viewer: Viewer,
  thread_id: string,
  is_muted: boolean,
): Promise<void> {
  await requireThread(db, viewer, thread_id)
  await setMuted(db, { thread_id, user_id: viewer.user_id, is_muted })
}

/**
 * Marks a conversation as read up to a message. Sends a read receipt only if the reader has accepted the other person.
 * @throws Refusal THREAD_NOT_FOUND
 */
export function readThread(db: Db, viewer: Viewer, thread_id: string, seq: number): Promise<void> {
  return withThread(db, viewer, thread_id, async (tx, thread) => {
    const { user_id } = viewer
    if (!(await markRead(tx, thread, user_id, seq))) return
    const { box } = await requireThread(tx, viewer, thread_id)
    const people = box === 'inbox' ? [user_id, thread.other_id] : [user_id]
    await publishToPeople(tx, people, { kind: 'read', thread_id, message_id: null, user_id })
  })
}

/**
 * Clears a conversation for the viewer only.
 * @throws Refusal THREAD_NOT_FOUND
 */
export function clearThread(db: Db, viewer: Viewer, thread_id: string): Promise<void> {
  return withThread(db, viewer, thread_id, async (tx, thread) => {
    const { user_id } = viewer
    await clearSide(tx, thread, user_id)
    await publishToPeople(tx, [user_id], { kind: 'thread', thread_id, message_id: null, user_id })
  })
}
