import type { Message, Person, Thread } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { getName } from '../../../lib/text/person-name.ts'
import { useSession } from '../../../lib/use-session.ts'
import { ReportDialog } from '../../reports/index.ts'
import { ConversationFoot } from './conversation-foot.tsx'
import { EmptyLog, OutgoingMessages } from './outgoing-messages.tsx'
import { ConversationBar } from './conversation-bar.tsx'
import { findNewestSeq } from '../message-list.ts'
import { type LogHandle, MessageLog } from './message-log.tsx'
import { type DraftKey, writeDraft } from '../sending/message-drafts.ts'
import { messagesIn } from '../message-requests.ts'
import { sendDraft } from '../sending/send-message.ts'
import type { OpenItem } from '../attachments/shared-card.tsx'
import type { SharedRef } from '../attachments/shared-ref.ts'
import { useMessageDeletion } from './use-message-deletion.tsx'
import { useAnotherTry, useMessages } from './use-messages.ts'
import { useReadMark } from './use-read-mark.ts'

type Props = {
  other: Person
  /** Null until the first message is sent. */
  thread: Thread | null
  /** Returns to the list on screens that don't show it next to the conversation. */
  onBack?: (() => void) | undefined
  /** The spot, post, or list to share, from the URL. */
  bring: SharedRef | null
  /** Called once `bring` is attached to the draft. */
  onAttached: () => void
  autoFocus: boolean
  onOpen: OpenItem
}

/** A conversation between two people, with live messages and the form for writing a new message. */
export function Conversation({ other, thread, onBack, bring, onAttached, autoFocus, onOpen }: Props) {
  const client = useQueryClient()
  const { user } = useSession()
  const me = user?.user_id ?? ''
  const draftKey: DraftKey = { owner: me, to: other.user_id }
  const log = useRef<LogHandle>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [reported, setReported] = useState<Message | null>(null)
  const deletion = useMessageDeletion(() => log.current?.focus())
  const { messages, waiting, draft, updated_at } = useMessages(draftKey, thread)
  useAnotherTry(draftKey)
  useReadMark(thread, {
    seq: messages.findLast(({ user_id }) => user_id !== me)?.seq ?? 0,
    inSight: isAtEnd,
    updated_at,
  })
  useEffect(() => {
    if (!bring) return
    writeDraft({ owner: me, to: other.user_id }, { shared: bring })
    onAttached()
  }, [bring, onAttached, me, other.user_id])
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  const focusField = () => field.current?.focus()
  const send = () => {
    // While messages are loading, use the sequence number of the thread's last message.
    const loaded = findNewestSeq(thread ? messagesIn(client, thread.id) : undefined)
    void sendDraft(client, draftKey, loaded || (thread?.last_message?.seq ?? 0))
    log.current?.toEnd()
    // People usually write another message after selecting Send.
    focusField()
  }
  const underway = waiting.length > 0 && (
    <OutgoingMessages {...{ draftKey, waiting }} onDiscarded={focusField} />
  )
  const actions = { onOpen, onDelete: deletion.ask, onReport: setReported }
  return (
    <>
      <ConversationBar other={other} thread={thread} onBack={onBack} />
      {thread ? (
        <MessageLog thread={thread} other={other} me={me} actions={actions} onEnd={setAtEnd} handle={log}>
          {underway}
        </MessageLog>
      ) : (
        <EmptyLog name={getName(other)}>{underway}</EmptyLog>
      )}
      <ConversationFoot {...{ other, thread, draftKey, draft, field }} onSend={send} />
      {deletion.dialog}
      {reported && (
        <ReportDialog subject={{ kind: 'message', id: reported.id }} onClose={() => setReported(null)} />
      )}
    </>
  )
}
