import type { QueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { withMessage } from './message-list.ts'
import {
  changeMessages,
  refreshLists,
  refreshThread,
  sendMessage,
  threadWithQuery,
} from './message-requests.ts'
import { boxAt, changeBox, changeOutgoing, type Outgoing, type OutboxKey } from './outbox.ts'

/** The server remembers a key for a day; after this long (ms) only its writer sends a message again. */
const TRUSTED_MS = 20 * 3_600_000

// One after the other, so that messages arrive in the order they were written in.
const queues = new Map<string, Promise<void>>()

// Null where nobody can say whether it arrived.
const whyNot = (error: unknown): string | null => {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return null
  if (error.code === 'IN_PROGRESS' || error.code === 'UNREADABLE') return null
  if (error.code === 'SESSION_MISSING') return m.messages_signed_out()
  if (error.code === 'PERSON_NOT_FOUND') return m.messages_gone_short()
  return error.fields.content ?? messageOf(error, m.messages_not_sent())
}

async function deliver(client: QueryClient, outboxKey: OutboxKey, key: string): Promise<void> {
  const one = boxAt(outboxKey).outgoing.find((known) => known.key === key)
  if (!one) return
  changeOutgoing(outboxKey, key, { state: 'sending', why: null })
  try {
    const made = await sendMessage(outboxKey, one)
    changeMessages(client, made.thread_id, (list) => withMessage(list, made))
    changeOutgoing(outboxKey, key, null)
    refreshThread(client, made.thread_id)
    refreshLists(client)
    void client.invalidateQueries({ queryKey: threadWithQuery(outboxKey.to).queryKey })
  } catch (error) {
    changeOutgoing(outboxKey, key, { state: 'failed', why: whyNot(error) })
    if (!(error instanceof ApiError)) return
    // Across a block the conversation is not there any more.
    if (error.code === 'PERSON_NOT_FOUND') void client.invalidateQueries({ queryKey: ['messages'] })
  }
}

const enqueue = (client: QueryClient, outboxKey: OutboxKey, key: string): Promise<void> => {
  const name = `${outboxKey.owner} ${outboxKey.to}`
  const turn = (queues.get(name) ?? Promise.resolve()).then(() => deliver(client, outboxKey, key))
  queues.set(name, turn)
  return turn
}

/** Sends the draft of a key. It is listed at once. `after_seq` is the newest number in the conversation. */
export function sendDraft(
  client: QueryClient,
  outboxKey: OutboxKey,
  after_seq: number,
): Promise<void> | null {
  const { draft } = boxAt(outboxKey)
  const content = draft.text.trim() || null
  if (content === null && draft.shared === null) return null
  const one: Outgoing = {
    key: crypto.randomUUID(),
    content,
    shared: draft.shared,
    after_seq,
    at: new Date().toISOString(),
    state: 'sending',
    why: null,
  }
  changeBox(outboxKey, ({ outgoing }) => ({
    draft: { text: '', shared: null },
    outgoing: [...outgoing, one],
  }))
  return enqueue(client, outboxKey, one.key)
}

/** Sends a message that failed once more, under its key. */
export function sendAgain(client: QueryClient, outboxKey: OutboxKey, key: string): void {
  changeOutgoing(outboxKey, key, { state: 'sending', why: null })
  void enqueue(client, outboxKey, key)
}

/** Sends once more whatever nobody answered: after a reload, and when the network is back. */
export function sendUnanswered(client: QueryClient, outboxKey: OutboxKey, now: number = Date.now()): void {
  for (const { key, state, why, at } of boxAt(outboxKey).outgoing)
    if (state === 'failed' && why === null && now - Date.parse(at) < TRUSTED_MS)
      sendAgain(client, outboxKey, key)
}

/** Takes back a message that was not sent. */
export const discard = (outboxKey: OutboxKey, key: string): void => changeOutgoing(outboxKey, key, null)
