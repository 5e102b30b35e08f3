import type { Message, Thread } from '@nollie/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listMessages } from '../message-list.ts'
import { useWaiting } from '../../../lib/outbox/use-outbox.ts'
import {
  boxName,
  MESSAGE,
  messages as drafts,
  type DraftKey,
  type OutgoingMessage,
  type WaitingMessage,
} from '../sending/message-drafts.ts'
import { messagesQuery } from '../message-requests.ts'
import { unconfirmedMessages } from '../message-rows.ts'
import { discard, sendUnanswered } from '../sending/send-message.ts'

const NONE: readonly Message[] = []

/** Retries messages without a response when the screen opens and when the network comes back. */
export function useAnotherTry({ owner, to }: DraftKey): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = () => sendUnanswered(client, { owner, to })
    again()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [client, owner, to])
}

/** Returns a conversation's messages, including the unconfirmed ones. */
export function useMessages(draftKey: DraftKey, thread: Thread | null) {
  const { data, dataUpdatedAt } = useInfiniteQuery({
    ...messagesQuery(thread?.id ?? ''),
    enabled: thread !== null,
  })
  const messages = data ? listMessages(data) : NONE
  const { draft, outgoing } = drafts.useBox(boxName(draftKey))
  const current = useWaiting<WaitingMessage>(MESSAGE, draftKey.to).map(
    ({ id, payload, created_at, state }): OutgoingMessage => ({
      ...payload,
      key: id,
      at: created_at,
      state,
      why: null,
    }),
  )
  const all = [...current, ...outgoing]
  const { waiting, arrived } = unconfirmedMessages(all, messages, draftKey.owner)
  const settled = arrived.filter(({ state }) => state === 'failed').map(({ key }) => key)
  const settledKeys = settled.join(' ')
  useEffect(() => {
    // These messages are in the conversation and have no pending request, so they are confirmed.
    for (const key of settledKeys.split(' '))
      if (key) discard({ owner: draftKey.owner, to: draftKey.to }, key)
  }, [settledKeys, draftKey.owner, draftKey.to])
  return { messages, waiting, draft, updated_at: dataUpdatedAt }
}
