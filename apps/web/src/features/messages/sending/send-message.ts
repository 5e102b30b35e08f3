import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api.ts'
import { messageKeys } from '../../../lib/keys/messages.ts'
import { withMessage } from '../message-list.ts'
import { sendOrQueue } from '../../../lib/outbox/send-or-queue.ts'
import { boxName, MESSAGE, messages, type DraftKey, type Sent } from './message-drafts.ts'
import {
  buildBody,
  changeMessages,
  refreshLists,
  refreshThread,
  sendMessage,
  threadWithQuery,
} from '../message-requests.ts'

/**
 * After this long (ms), a message without a response isn't retried automatically, because the server may have forgotten
 * its idempotency key.
 */
const TRUSTED_MS = 20 * 3_600_000

/**
 * Sends a message and adds it to its conversation.
 * @throws ApiError
 */
export async function deliver(
  client: QueryClient,
  draftKey: DraftKey,
  body: string,
  key: string,
): Promise<void> {
  try {
    const made = await sendMessage(draftKey, body, key)
    changeMessages(client, made.thread_id, (list) => withMessage(list, made))
    refreshThread(client, made.thread_id)
    refreshLists(client)
    void client.invalidateQueries({ queryKey: threadWithQuery(draftKey.to).queryKey })
  } catch (error) {
    // A block hides the conversation.
    if (error instanceof ApiError && error.code === 'PERSON_NOT_FOUND')
      void client.invalidateQueries({ queryKey: messageKeys.all })
    throw error
  }
}

// If the device is offline, the message goes into the outbox.
function postTo(client: QueryClient, draftKey: DraftKey, sent: Sent) {
  return (body: string, key: string) => {
    const entry = { kind: MESSAGE, target: draftKey.to, payload: { ...sent, body }, id: key }
    return sendOrQueue(entry, () => deliver(client, draftKey, body, key))
  }
}

// There's no toast, because the message itself shows why it failed.
function isListed() {
  return undefined
}

/** Sends a draft and lists it immediately. `after_seq` is the sequence number of the conversation's newest message. */
export function sendDraft(
  client: QueryClient,
  draftKey: DraftKey,
  after_seq: number,
): Promise<unknown> | null {
  const name = boxName(draftKey)
  const { text, shared } = messages.at(name).draft
  const content = text.trim() || null
  if (content === null && shared === null) return null
  const sent = { content, shared, after_seq }
  return messages.send(name, sent, buildBody(sent), postTo(client, draftKey, sent)).catch(isListed)
}

/** Retries a failed message with the same idempotency key. */
export function sendAgain(client: QueryClient, draftKey: DraftKey, key: string): void {
  const name = boxName(draftKey)
  const one = messages.at(name).outgoing.find((listed) => listed.key === key)
  if (!one) return
  const { content, shared, after_seq } = one
  const post = postTo(client, draftKey, { content, shared, after_seq })
  void messages.again(name, key, post).catch(isListed)
}

/** Retries all messages without a response. Called after a reload and when the network comes back. */
export function sendUnanswered(client: QueryClient, draftKey: DraftKey, now: number = Date.now()): void {
  for (const { key, state, why, at } of messages.at(boxName(draftKey)).outgoing)
    if (state === 'failed' && why === null && now - Date.parse(at) < TRUSTED_MS)
      sendAgain(client, draftKey, key)
}

/** Discards an unsent message. */
export function discard(draftKey: DraftKey, key: string): void {
  return messages.discard(boxName(draftKey), key)
}
