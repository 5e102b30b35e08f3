import type { Comment, Person } from '@nollie/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import type { WaitingState } from '../../lib/outbox/use-outbox.ts'
import { Button, EmptyState, FailedNote, Loaded, Loading, Skeleton } from '../../ui/index.ts'
import { listComments } from './comment-pages.ts'
import { boxName, comments as drafts } from './comment-drafts.ts'
import { commentsQuery, loadReplies, type Thread } from './comment-requests.ts'
import { useWaitingComments } from './outbox-comments.ts'
import { type CommentActions, CommentBody, CommentRow } from './comment-row.tsx'
import styles from './comments.module.css'

/** A comment the server hasn't confirmed; `waits` is its state in the outbox. */
type Sending = { key: string; user: Person; content: string; waits: WaitingState | null }

/** Returns the viewer's unconfirmed comments in a thread, or unconfirmed replies to the comment `parent`. */
function useSending(thread: Thread, viewer: Person | null, parent: string | null): Sending[] {
  const { outgoing } = drafts.useBox(boxName({ ...thread, parent, owner: viewer?.user_id ?? '' }))
  const waiting = useWaitingComments(thread, parent)
  if (!viewer) return []
  const row = (key: string, typed: string, waits: WaitingState | null) => ({
    key,
    user: viewer,
    content: typed.trim(),
    waits,
  })
  // Sorted newest first, like the list.
  return [
    ...outgoing.map(({ key, typed }) => row(key, typed, null)),
    ...waiting.map(({ id, payload, state }) => row(id, payload.typed, state)).reverse(),
  ]
}

function SendingRow({ one: { user, content, waits }, isReply }: { one: Sending; isReply: boolean }) {
  return (
    <li>
      <div className={styles.comment} data-sending="" data-reply={isReply ? '' : undefined}>
        <CommentBody
          comment={{ user, content, mentions: [], created_at: null }}
          isReply={isReply}
          waits={waits}
        />
      </div>
    </li>
  )
}

function MoreReplies({ thread, comment }: { thread: Thread; comment: Comment }) {
  const client = useQueryClient()
  const [state, setState] = useState<'rest' | 'loading' | 'failed'>('rest')
  const load = () => {
    setState('loading')
    loadReplies(client, thread, comment).then(
      () => setState('rest'),
      () => setState('failed'),
    )
  }
  const count = comment.replies_count - comment.replies.length
  return (
    <Button variant="plain" size="sm" busy={state === 'loading' && m.shell_loading()} onClick={load}>
      {state === 'failed' ? m.shell_retry() : m.comments_more_replies({ count })}
    </Button>
  )
}

type ItemProps = {
  thread: Thread
  comment: Comment
  viewer: Person | null
  actions: CommentActions
  deleting: string | null
}

function CommentItem({ thread, comment, viewer, actions, deleting }: ItemProps) {
  const replies = comment.replies
  const sending = useSending(thread, viewer, comment.id)
  const hasReplies = replies.length > 0 || sending.length > 0
  return (
    <li data-deleting={comment.id === deleting ? '' : undefined}>
      <CommentRow comment={comment} actions={actions} />
      {hasReplies && (
        <ul className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply.id} data-deleting={reply.id === deleting ? '' : undefined}>
              <CommentRow comment={reply} actions={actions} />
            </li>
          ))}
          {sending.map((one) => (
            <SendingRow key={one.key} one={one} isReply />
          ))}
        </ul>
      )}
      {comment.replies_cursor !== null && (
        <div className={styles.moreReplies}>
          <MoreReplies thread={thread} comment={comment} />
        </div>
      )}
    </li>
  )
}

/** Loads the next page when its button scrolls into view or is clicked. */
function More({ busy, failed, onMore }: { busy: boolean; failed: boolean; onMore: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const seen = useEffectEvent(() => {
    if (!busy && !failed) onMore()
  })
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) seen()
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div className={styles.more} ref={mark}>
      {failed && <p role="alert">{m.comments_more_failed()}</p>}
      <Button variant="line" size="sm" busy={busy && m.comments_loading()} onClick={onMore}>
        {failed ? m.shell_retry() : m.comments_more()}
      </Button>
    </div>
  )
}

function Skeletons() {
  return (
    <Loading label={m.comments_loading()}>
      {[0, 1, 2].map((n) => (
        <Skeleton key={n} className={styles.skeleton} />
      ))}
    </Loading>
  )
}

function failed(retry: () => void) {
  return <FailedNote className={styles.note} text={m.comments_failed()} onRetry={retry} />
}

type Props = {
  thread: Thread
  viewer: Person | null
  actions: CommentActions
  deleting: string | null
  label: string
  /** Receives focus if the focused comment is removed. */
  rows: Ref<HTMLUListElement>
}

/** A thread's comments, newest first, with unconfirmed ones on top. */
export function CommentList({ thread, viewer, actions, deleting, label, rows: list }: Props) {
  const comments = useInfiniteQuery(commentsQuery(thread))
  const top = useSending(thread, viewer, null)
  const rows = comments.data ? listComments(comments.data) : []
  if (rows.length + top.length === 0)
    return (
      <Loaded query={comments} failed={failed} skeleton={<Skeletons />}>
        <EmptyState art="comments" level={3} title={m.comments_empty()}>
          {m.comments_empty_text()}
        </EmptyState>
      </Loaded>
    )
  if (comments.isError && !comments.data) return failed(() => void comments.refetch())
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label={label}>
        {top.map((one) => (
          <SendingRow key={one.key} one={one} isReply={false} />
        ))}
        {rows.map((comment) => (
          <CommentItem
            key={comment.id}
            thread={thread}
            comment={comment}
            actions={actions}
            viewer={viewer}
            deleting={deleting}
          />
        ))}
      </ul>
      {comments.hasNextPage && (
        <More
          key={comments.data?.pages.length}
          busy={comments.isFetchingNextPage}
          failed={comments.isFetchNextPageError}
          onMore={() => void comments.fetchNextPage()}
        />
      )}
    </>
  )
}
