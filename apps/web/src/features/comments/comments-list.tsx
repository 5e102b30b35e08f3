import type { Comment } from '@nollie/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, EmptyState, Loading, Skeleton } from '../../ui/index.ts'
import { everyComment } from './comment-list.ts'
import { commentsQuery, isSameThread, loadReplies, type Thread } from './comment-requests.ts'
import { type CommentActions, CommentBody, CommentRow } from './comment-row.tsx'
import { type OutgoingComment, onSending, outgoingComments } from './sending.ts'

function SendingRow({ one }: { one: OutgoingComment }) {
  return (
    <li>
      <div className="comment" data-sending="" data-reply={one.parent === null ? undefined : ''}>
        <CommentBody comment={{ ...one, mentions: [], created_at: null }} isReply={one.parent !== null} />
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
      {state === 'failed'
        ? m.shell_retry()
        : count === 1
          ? m.comments_more_replies_one()
          : m.comments_more_replies({ count })}
    </Button>
  )
}

type ItemProps = {
  thread: Thread
  comment: Comment
  actions: CommentActions
  sending: readonly OutgoingComment[]
  deleting: string | null
}

function CommentItem({ thread, comment, actions, sending, deleting }: ItemProps) {
  const replies = comment.replies
  const hasReplies = replies.length > 0 || sending.length > 0
  return (
    <li data-deleting={comment.id === deleting ? '' : undefined}>
      <CommentRow comment={comment} actions={actions} />
      {hasReplies && (
        <ul className="comment-replies">
          {replies.map((reply) => (
            <li key={reply.id} data-deleting={reply.id === deleting ? '' : undefined}>
              <CommentRow comment={reply} actions={actions} />
            </li>
          ))}
          {sending.map((one) => (
            <SendingRow key={one.id} one={one} />
          ))}
        </ul>
      )}
      {comment.replies_cursor !== null && (
        <div className="comment-more-replies">
          <MoreReplies thread={thread} comment={comment} />
        </div>
      )}
    </li>
  )
}

/** Asks for the next page when the end of the list comes into view; pressed, too, where nothing comes into view. */
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
    <div className="comments-more" ref={mark}>
      {failed && <p role="alert">{m.comments_more_failed()}</p>}
      <Button variant="line" size="sm" busy={busy && m.comments_loading()} onClick={onMore}>
        {failed ? m.shell_retry() : m.comments_more()}
      </Button>
    </div>
  )
}

type Props = {
  thread: Thread
  actions: CommentActions
  deleting: string | null
  label: string
  /** Takes the focus when a comment with the focus goes. */
  rows: Ref<HTMLUListElement>
}

/** The comments of a thread, newest first, those on their way above them. */
export function CommentsList({ thread, actions, deleting, label, rows: list }: Props) {
  const comments = useInfiniteQuery(commentsQuery(thread))
  const sending = useSyncExternalStore(onSending, outgoingComments).filter((one) =>
    isSameThread(one.thread, thread),
  )
  const top = sending.filter(({ parent }) => parent === null)
  const rows = comments.data ? everyComment(comments.data) : []
  if (comments.isPending && top.length === 0)
    return (
      <Loading label={m.comments_loading()}>
        {[0, 1, 2].map((n) => (
          <Skeleton key={n} className="comment-skeleton" />
        ))}
      </Loading>
    )
  if (comments.isError && !comments.data)
    return (
      <div className="comments-note" role="alert">
        <p>{m.comments_failed()}</p>
        <Button variant="line" size="sm" onClick={() => void comments.refetch()}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  if (rows.length + top.length === 0)
    return (
      <EmptyState art="comments" level={3} title={m.comments_empty()}>
        {m.comments_empty_text()}
      </EmptyState>
    )
  return (
    <>
      <ul ref={list} tabIndex={-1} className="comments-list" aria-label={label}>
        {top.map((one) => (
          <SendingRow key={one.id} one={one} />
        ))}
        {rows.map((comment) => (
          <CommentItem
            key={comment.id}
            thread={thread}
            comment={comment}
            actions={actions}
            sending={sending.filter(({ parent }) => parent === comment.id)}
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
