import type { Reply } from '@nollie/contract'
import { mayRemoveComment, mayReport } from '@nollie/contract/rights'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSession } from '../../lib/use-session.ts'
import { ReportDialog } from '../reports/index.ts'
import { isMissing, showCommentFailed } from './comment-errors.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { withLikes, withoutComment } from './comment-pages.ts'
import { changeComments, type Thread } from './comment-requests.ts'
import type { CommentActions } from './comment-row.tsx'
import { COMMENT_LIKE, likeOrQueue } from './outbox-comment-likes.ts'
import { useCommentBox } from './use-comment-box.ts'
import { useCommentDeletion } from './use-comment-deletion.tsx'
import { useLiveComments } from './use-live-comments.ts'

type Options = {
  thread: Thread
  /** The person who started the discussion, who may delete its comments; null for comments on a post. */
  startedBy: string | null
  /** The list's accessible name. */
  label: string
  /** The field's accessible name, needed if its placeholder isn't enough. */
  fieldLabel?: string
  /** Called after a top-level comment has been sent. */
  onSent?: () => void
}

function buildLikeActions(client: QueryClient, thread: Thread): CommentActions['likes'] {
  return {
    kind: COMMENT_LIKE,
    send: (comment_id, liked) => likeOrQueue(thread, comment_id, liked),
    settled: (comment_id, likes) =>
      changeComments(client, thread, (all) => withLikes(all, comment_id, likes)),
    refused: (comment_id, error) => {
      if (isMissing(error)) changeComments(client, thread, (all) => withoutComment(all, comment_id))
      showCommentFailed(error, m.comments_like_failed())
    },
  }
}

/**
 * Returns a thread's live comments as a list, along with a form, confirmation dialogs, and a ref to the form's field.
 */
export function useCommentThread({ thread, startedBy, label, fieldLabel, onSent }: Options) {
  const client = useQueryClient()
  const { user } = useSession()
  const rows = useRef<HTMLUListElement>(null)
  const [reported, setReported] = useState<Reply | null>(null)
  const deletion = useCommentDeletion(thread, rows)
  const writing = useCommentBox(thread, user?.user_id ?? '')
  const { field } = writing
  useLiveComments(thread)

  const viewer = user && { ...user, session_id: '' }
  const actions: CommentActions = {
    likes: buildLikeActions(client, thread),
    onReply: writing.reply,
    onDelete: deletion.ask,
    onReport: setReported,
    mayDelete: (comment) => mayRemoveComment(viewer, comment, startedBy),
    mayReport: (comment) => mayReport(user?.user_id, comment.user_id),
  }
  return {
    field,
    list: (
      <CommentList
        thread={thread}
        viewer={user}
        actions={actions}
        deleting={deletion.deleting}
        label={label}
        rows={rows}
      />
    ),
    form: (
      <CommentForm
        text={writing.text}
        onText={writing.setText}
        onSend={() => {
          if (writing.replyTo === null) onSent?.()
          writing.send()
        }}
        replyTo={writing.replyTo?.name ?? null}
        onCancelReply={writing.cancelReply}
        field={field}
        label={fieldLabel}
      />
    ),
    dialogs: (
      <>
        {deletion.dialog}
        {reported && (
          <ReportDialog subject={{ kind: 'comment', id: reported.id }} onClose={() => setReported(null)} />
        )}
      </>
    ),
  }
}
