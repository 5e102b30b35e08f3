import type { Message, Person, Thread } from '@nollie/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useCallback, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { getName } from '../../../lib/text/person-name.ts'
import { Button, Loaded, Loading, Time, NextPage, Skeleton } from '../../../ui/index.ts'
import { type MessageActions, MessageBubble } from './message-bubble.tsx'
import { listMessages, findNewestSeq } from '../message-list.ts'
import { messagesQuery } from '../message-requests.ts'
import { byDay, formatHour, type Run } from '../message-rows.ts'
import styles from './conversation.module.css'

/** Scroll positions within this many pixels of the end count as the end. */
const NEAR_END = 60

type RunProps = {
  run: Run
  me: string
  other: string
  actions: MessageActions
  seen: Message | null
  seenSeq: number
}

function MessageRun({ run, me, other, actions, seen, seenSeq }: RunProps) {
  const mine = run.user_id === me
  const last = run.messages.at(-1)
  return (
    <ol className={styles.run} data-mine={mine ? '' : undefined}>
      {run.messages.map((message) => (
        <MessageBubble
          key={message.id}
          message={message}
          mine={mine}
          author={mine ? m.messages_you() : other}
          actions={actions}
        />
      ))}
      {last && (
        <li className={styles.runWhen}>
          <Time at={last.created_at}>{formatHour(last.created_at)}</Time>
          {seen?.id === last.id && <span>{seenSeq >= last.seq ? m.messages_seen() : m.messages_sent()}</span>}
        </li>
      )}
    </ol>
  )
}

type DaysProps = {
  messages: readonly Message[]
  thread: Thread
  me: string
  other: string
  actions: MessageActions
}

function Days({ messages, thread, me, other, actions }: DaysProps) {
  const last = messages.at(-1)
  const seen = last?.user_id === me && last.deleted_at === null ? last : null
  return byDay(messages).map((day) => (
    <section key={day.key} aria-labelledby={`said-${day.key}`}>
      <h2 id={`said-${day.key}`} className={styles.logDay}>
        {day.title}
      </h2>
      {day.runs.map((run) => (
        <MessageRun
          key={run.messages[0]?.id}
          {...{ run, me, other, actions, seen }}
          seenSeq={thread.read_seq_of_other}
        />
      ))}
    </section>
  ))
}

function Skeletons() {
  return (
    <Loading label={m.messages_loading()}>
      <div className={styles.logSkeleton}>
        <Skeleton style={{ width: '62%' }} />
        <Skeleton style={{ width: '44%' }} />
        <Skeleton style={{ width: '56%', marginLeft: 'auto' }} />
      </div>
    </Loading>
  )
}

/**
 * Preserves the scroll position. The list is laid out from its end (`column-reverse`), so loading earlier messages
 * moves nothing and the end stays in view. Only messages added while someone is reading further up need a correction.
 */
function useEnd(newest: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const before = useRef({ newest, height: 0 })
  useLayoutEffect(() => {
    const { current } = scroller
    if (!current) return
    const height = current.scrollHeight
    if (newest > before.current.newest && current.scrollTop < -NEAR_END)
      current.scrollTop -= height - before.current.height
    before.current = { newest, height }
  })
  return {
    scroller,
    isAtEnd,
    onScroll: () => setAtEnd((scroller.current?.scrollTop ?? 0) >= -NEAR_END),
    toEnd: useCallback(() => scroller.current?.scrollTo({ top: 0 }), []),
  }
}

/** The message list's imperative methods. */
export type LogHandle = { toEnd: () => void; focus: () => void }

type Props = {
  thread: Thread
  other: Person
  me: string
  actions: MessageActions
  /** Content below all messages, used for unconfirmed ones. */
  children: ReactNode
  /** Called when the end scrolls into or out of view. */
  onEnd: (atEnd: boolean) => void
  handle: React.Ref<LogHandle>
}

/** The messages grouped by day, oldest first. Earlier messages load when the viewer scrolls up. */
export function MessageLog({ thread, other, me, actions, children, onEnd, handle }: Props) {
  const query = useInfiniteQuery(messagesQuery(thread.id))
  const messages = query.data ? listMessages(query.data) : []
  const newest = findNewestSeq(query.data)
  const { scroller, isAtEnd, onScroll, toEnd } = useEnd(newest)
  const log = useRef<HTMLDivElement>(null)
  useImperativeHandle(handle, () => ({ toEnd, focus: () => log.current?.focus({ preventScroll: true }) }), [
    toEnd,
  ])
  useLayoutEffect(() => onEnd(isAtEnd), [isAtEnd, onEnd])
  const name = getName(other)
  const last = messages.at(-1)
  const isNew = !isAtEnd && last !== undefined && last.user_id !== me && last.seq > thread.read_seq
  return (
    <div className={styles.logFrame}>
      <div className={styles.logScroll} ref={scroller} onScroll={onScroll} data-scrolls="">
        <div
          className={styles.log}
          ref={log}
          tabIndex={-1}
          role="log"
          aria-label={m.messages_conversation({ name })}
          aria-busy={query.isFetchingNextPage}
        >
          <Loaded query={query} failed={m.messages_failed_thread()} skeleton={<Skeletons />}>
            <NextPage
              pages={query}
              label={m.messages_earlier_loading()}
              failed={m.messages_earlier_failed()}
            />
            {!query.hasNextPage && <p className={styles.logBegin}>{m.messages_beginning({ name })}</p>}
            <Days {...{ messages, thread, me, other: name, actions }} />
          </Loaded>
          {children}
        </div>
      </div>
      {isNew && (
        <div className={styles.logNew}>
          <Button variant="ink" size="sm" icon={<ArrowDown aria-hidden="true" />} onClick={toEnd}>
            {m.messages_new_below()}
          </Button>
        </div>
      )}
    </div>
  )
}
