import type { Message, Person, Thread } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { nameOf } from '../../lib/names.ts'
import { go } from '../../lib/navigation.ts'
import { useSession } from '../../lib/session.ts'
import { AppLink, Avatar, EmptyState, IconButton } from '../../ui/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { Composer } from './composer.tsx'
import { OutgoingBubble } from './message-bubble.tsx'
import { everyMessage, newestSeq } from './message-list.ts'
import { type LogHandle, MessageLog } from './message-log.tsx'
import { messagesIn, messagesQuery } from './message-requests.ts'
import { notArrived } from './message-rows.ts'
import { boxAt, type OutboxKey, useBox, writeDraft } from './outbox.ts'
import { RequestBar } from './request-bar.tsx'
import { discard, sendAgain, sendDraft, sendUnanswered } from './sending.ts'
import type { OpenItem } from './shared-card.tsx'
import type { SharedRef } from './shared-ref.ts'
import { ThreadMenu } from './thread-menu.tsx'
import { useDeletion } from './use-deletion.tsx'
import { useReadMark } from './use-read-mark.ts'
import './conversation.css'

const NONE: readonly Message[] = []

// What nobody answered is asked again: when the screen comes, and when the network is back.
function useAnotherTry({ owner, to }: OutboxKey): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = () => sendUnanswered(client, { owner, to })
    again()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [client, owner, to])
}

/** What stands in the conversation, and what is on its way into it. */
function useMessages(outboxKey: OutboxKey, thread: Thread | null) {
  const { data, dataUpdatedAt } = useInfiniteQuery({
    ...messagesQuery(thread?.id ?? ''),
    enabled: thread !== null,
  })
  const messages = data ? everyMessage(data) : NONE
  const { draft, outgoing } = useBox(outboxKey)
  const { waiting, arrived } = notArrived(outgoing, messages, outboxKey.owner)
  const settled = arrived.filter(({ state }) => state === 'failed').map(({ key }) => key)
  const settledKeys = settled.join(' ')
  useEffect(() => {
    // Nobody waits for their answer any more, and they are there.
    for (const key of settledKeys.split(' '))
      if (key) discard({ owner: outboxKey.owner, to: outboxKey.to }, key)
  }, [settledKeys, outboxKey.owner, outboxKey.to])
  return { messages, waiting, draft, updated_at: dataUpdatedAt }
}

function WaitNote({ thread, name }: { thread: Thread; name: string }) {
  if (thread.accepted_by_other || thread.box === 'requests') return null
  const left = leftIn(thread)
  return (
    <p className="wait-note">
      {left <= 0
        ? m.messages_wait_none({ name })
        : left === 1
          ? m.messages_wait_left_one({ name })
          : m.messages_wait_left({ name, count: left })}
    </p>
  )
}

/** How many may still be written before the other has answered. */
const leftIn = ({ accepted_by_other, last_message }: Thread): number =>
  accepted_by_other ? Number.POSITIVE_INFINITY : LIMITS.messages_in_request - (last_message?.seq ?? 0)

type Props = {
  other: Person
  /** Null until the first message. */
  thread: Thread | null
  /** Back to the list, where that does not stand beside it. */
  onBack?: (() => void) | undefined
  /** What the person came with to send it. */
  bring: SharedRef | null
  /** It has been put to what is written. */
  onBrought: () => void
  autoFocus: boolean
  onOpen: OpenItem
}

/** A conversation of two: its messages, live, and the field. */
export function Conversation({ other, thread, onBack, bring, onBrought, autoFocus, onOpen }: Props) {
  const client = useQueryClient()
  const { user } = useSession()
  const me = user?.user_id ?? ''
  const outboxKey: OutboxKey = { owner: me, to: other.user_id }
  const name = nameOf(other)
  const log = useRef<LogHandle>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [reported, setReported] = useState<Message | null>(null)
  const deletion = useDeletion(() => log.current?.focus())
  const { messages, waiting, draft, updated_at } = useMessages(outboxKey, thread)
  useAnotherTry(outboxKey)
  useReadMark(thread, {
    seq: messages.findLast(({ user_id }) => user_id !== me)?.seq ?? 0,
    inSight: isAtEnd,
    updated_at,
  })
  useEffect(() => {
    if (!bring) return
    writeDraft({ owner: me, to: other.user_id }, { shared: bring })
    onBrought()
  }, [bring, onBrought, me, other.user_id])
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  const send = () => {
    // While they still load, the conversation itself knows how far it is.
    const loaded = newestSeq(thread ? messagesIn(client, thread.id) : undefined)
    void sendDraft(client, outboxKey, loaded || (thread?.last_message?.seq ?? 0))
    log.current?.toEnd()
    // Whoever pressed the button writes on.
    field.current?.focus()
  }
  const underway = waiting.length > 0 && (
    <ol className="run" data-mine="">
      {waiting.map((one) => (
        <OutgoingBubble
          key={one.key}
          one={one}
          onAgain={() => sendAgain(client, outboxKey, one.key)}
          onDiscard={() => {
            // The text stays stored.
            if (boxAt(outboxKey).draft.text === '')
              writeDraft(outboxKey, { text: one.content ?? '', shared: one.shared })
            discard(outboxKey, one.key)
            field.current?.focus()
          }}
        />
      ))}
    </ol>
  )
  const actions = { onOpen, onDelete: deletion.ask, onReport: setReported }
  return (
    <>
      <header className="header-bar thread-bar">
        <div className="header-row" data-back={onBack ? '' : undefined}>
          {onBack && (
            <IconButton label={m.messages_to_messages()} onClick={onBack}>
              <ArrowLeft size={24} aria-hidden="true" />
            </IconButton>
          )}
          <h1 className="thread-name">
            <AppLink href={`/user/${other.user_id}`}>
              <Avatar person={other} size={36} />
              <bdi>{name}</bdi>
            </AppLink>
          </h1>
          <span className="header-gap" />
          <ThreadMenu other={other} thread_id={thread?.id ?? null} />
        </div>
      </header>
      {thread ? (
        <MessageLog thread={thread} other={other} me={me} actions={actions} onEnd={setAtEnd} handle={log}>
          {underway}
        </MessageLog>
      ) : (
        <div className="log-frame">
          <div className="log-scroll" data-scrolls="">
            <div className="log" role="log" aria-label={m.messages_conversation({ name })}>
              {underway || (
                <EmptyState art="comments" level={2} title={m.messages_empty()}>
                  {m.messages_beginning({ name })}
                </EmptyState>
              )}
            </div>
          </div>
        </div>
      )}
      {thread?.box === 'requests' ? (
        <RequestBar
          other={other}
          thread_id={thread.id}
          // It stands in the inbox now.
          onAccepted={() => go(`/messages/${thread.id}`, { replace: true, state: { writing: true } })}
        />
      ) : (
        <div className="thread-foot">
          {thread && <WaitNote thread={thread} name={name} />}
          <Composer
            name={name}
            draft={draft}
            onDraft={(change) => writeDraft(outboxKey, change)}
            onSend={send}
            closed={thread !== null && leftIn(thread) <= 0}
            field={field}
          />
        </div>
      )}
      {deletion.dialog}
      {reported && (
        <ReportDialog subject={{ kind: 'message', id: reported.id }} onClose={() => setReported(null)} />
      )}
    </>
  )
}
