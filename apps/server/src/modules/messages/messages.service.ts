import { type Message, type NewMessage, type Viewer } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import { type RateLimiter, readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { requireSharedList } from '../lists/index.ts'
import { requireItem } from '../posts/index.ts'
import { requireSpot } from '../spots/index.ts'
import { requireCanMessage, requireOther } from './can-message.service.ts'
import { selectMessage, selectMessages } from './message-lists.queries.ts'
import { eraseMessage, findAnyMessage, findMessage, insertMessage } from './messages.queries.ts'
import { lockPair, lockThread, threadExists } from './threads.queries.ts'
import { publishToPeople } from './message-events.ts'
import { insertThread } from './begin-thread.queries.ts'
import { notifyOfRequest } from './message-requests.service.ts'
import { requireThread } from './threads.service.ts'
import { selectOther } from './visibility.queries.ts'

const MESSAGES_PAGE = 30

const MessageCursor = z.tuple([z.uuid(), z.number().int().positive()])

/**
 * Returns a page of a conversation's messages, newest first.
 * @throws Refusal THREAD_NOT_FOUND, BAD_CURSOR
 */
export async function messagesPage(
  db: Db,
  viewer: Viewer,
  thread_id: string,
  cursor: string | undefined,
): Promise<{ items: Message[]; next_cursor: string | null }> {
  let before: number | null = null
  if (cursor !== undefined) {
    const [of_thread, seq] = readCursor(MessageCursor, cursor)
    if (of_thread !== thread_id) throw new Refusal('BAD_CURSOR')
    before = seq
  }
  await requireThread(db, viewer, thread_id)
  const found = await selectMessages(db, viewer.user_id, thread_id, { before, limit: MESSAGES_PAGE + 1 })
  const items = found.slice(0, MESSAGES_PAGE)
  const last = found.length > MESSAGES_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor([thread_id, last.seq]) : null }
}

const NO_LIST = { list_id: null, list_link: null }

/** @throws Refusal SPOT_NOT_FOUND, POST_NOT_FOUND, MEDIA_NOT_FOUND, LIST_NOT_FOUND */
async function toColumns(tx: Tx, viewer: string, { content, spot_id, post, list_key }: NewMessage) {
  if (spot_id) await requireSpot(tx, viewer, spot_id)
  if (post) await requireItem(tx, viewer, post)
  const list = list_key ? await requireSharedList(tx, viewer, list_key) : NO_LIST
  const shared = spot_id ? 'spot' : post ? 'post' : list_key ? 'list' : null
  const { post_id = null, media_index = null } = post ?? {}
  return { content, shared, spot_id: spot_id ?? null, post_id, media_index, ...list } as const
}

/**
 * Sends a message to a person, once per idempotency key. A first message starts the conversation, as a request if the
 * recipient doesn't follow the sender.
 * @throws Refusal as `requireOther`, `requireCanMessage`, and `toColumns`; TOO_MANY, IN_PROGRESS, KEY_REUSED
 */
export async function sendMessage(
  { db, rates }: { db: Db; rates: RateLimiter },
  viewer: Viewer,
  key: string,
  to: string,
  message: NewMessage,
): Promise<Message> {
  const { user_id } = viewer
  await requireOther(db, viewer, to)
  if (!(await threadExists(db, user_id, to))) await rates.hit('message_start', { user: user_id })
  // Stores only the id under the key, so that no copy of a deleted message remains.
  const { id } = await idempotent(db, { user_id, key, body: ['message', to, message] }, async (tx) => {
    // The lock serializes messages and blocks between these two people, so check for a block after taking it.
    await lockPair(tx, user_id, to)
    await requireOther(tx, viewer, to)
    await insertThread(tx, user_id, to)
    const thread = await lockThread(tx, user_id, { other_id: to })
    if (!thread) throw new Refusal('PERSON_NOT_FOUND')
    requireCanMessage(thread)
    const id = uuid()
    await insertMessage(tx, thread, { id, user_id, ...(await toColumns(tx, user_id, message)) })
    await notifyOfRequest(tx, thread, user_id)
    await publishToPeople(tx, [user_id, to], {
      kind: 'created',
      thread_id: thread.id,
      message_id: id,
      user_id,
    })
    return { id }
  })
  const made = await selectMessage(db, user_id, id)
  if (!made) throw new Refusal('MESSAGE_NOT_FOUND')
  return made
}

/**
 * Deletes one of the viewer's own messages for both people, even if one has blocked the other.
 * @throws Refusal MESSAGE_NOT_FOUND; NOT_ALLOWED for the other person's message
 */
export function removeMessage(db: Db, viewer: Viewer, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { user_id } = viewer
    const found = await findMessage(tx, user_id, id)
    if (!found) throw new Refusal('MESSAGE_NOT_FOUND')
    if (found.user_id !== user_id) throw new Refusal('NOT_ALLOWED')
    const { thread_id } = found
    const thread = await lockThread(tx, user_id, { thread_id })
    if (!thread || !(await eraseMessage(tx, thread, id))) return
    const { other_id } = thread
    const people = (await selectOther(tx, user_id, other_id)) ? [user_id, other_id] : [user_id]
    await publishToPeople(tx, people, { kind: 'deleted', thread_id, message_id: id, user_id })
  })
}

/**
 * Deletes a reported message for both people. Does nothing if it's already deleted.
 * @throws Refusal MESSAGE_NOT_FOUND
 */
export async function removeReportedMessage(tx: Tx, id: string): Promise<void> {
  const found = await findAnyMessage(tx, id)
  if (!found) throw new Refusal('MESSAGE_NOT_FOUND')
  const { user_id, thread_id } = found
  const thread = await lockThread(tx, user_id, { thread_id })
  if (!thread || !(await eraseMessage(tx, thread, id))) return
  await publishToPeople(tx, [user_id, thread.other_id], {
    kind: 'deleted',
    thread_id,
    message_id: id,
    user_id,
  })
}
