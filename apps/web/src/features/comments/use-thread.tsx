import type { Reply } from '@nollie/contract'
import { mayRemoveComment, mayReport } from '@nollie/contract/rights'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { NAMELESS, nameOf } from '../../lib/person-name.ts'
import { useSession } from '../../lib/use-session.ts'
import { ConfirmDialog, toast } from '../../ui/index.ts'
import { ReportDialog } from '../reports/index.ts'
import { CommentForm } from './comment-form.tsx'
import { withLikes, withoutComment } from './comment-pages.ts'
import { boxName, comments } from './comment-drafts.ts'
import { AddFailed } from './add-failed-text.ts'
import { changeComments, refreshFirstPage, removeComment, type Thread } from './comment-requests.ts'
import { COMMENT_LIKE, likeOrQueue } from './outbox-comment-likes.ts'
import type { CommentActions } from './comment-row.tsx'
import { CommentList } from './comment-list.tsx'
import { sendDraft } from './send-comment.ts'
import { useLiveComments } from './use-live-comments.ts'

const fail = (error: unknown, otherwise: string) =>
  toast({
    kind: 'error',
    title: m.comments_toast_error(),
    description:
      error instanceof ApiError && error.code === 'SESSION_MISSING' ? m.comments_signed_out() : otherwise,
  })

const isMissing = (error: unknown) => error instanceof ApiError && error.code === 'COMMENT_NOT_FOUND'

/**
 * Deletes a comment after a confirmation; `deleting` is the comment whose request runs. Because the pressed button is
 * removed with its comment, the focus moves to the list.
 */
function useDeletion(thread: Thread, list: RefObject<HTMLElement | null>) {
  const client = useQueryClient()
  const [confirming, setConfirming] = useState<Reply | null>(null)
  const [open, setOpen] = useState(false)
  const [isClosed, setClosed] = useState(true)
  const drop = (id: string) => {
    changeComments(client, thread, (all) => withoutComment(all, id))
    // The answer contains the discussion's number of comments.
    if (thread.discussion_id !== undefined) void refreshFirstPage(client, thread).catch(() => undefined)
  }
  const removal = useMutation({
    mutationFn: (id: string) =>
      removeComment(id).catch((error) => {
        if (!isMissing(error)) throw error
      }),
    onSuccess: (_, id) => drop(id),
    onError: (error) => fail(error, m.comments_delete_failed()),
  })
  const isGone = removal.isSuccess && removal.variables === confirming?.id
  const land = useEffectEvent(() => {
    const landing = requestAnimationFrame(() => {
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) list.current?.focus()
    })
    return () => cancelAnimationFrame(landing)
  })
  useEffect(() => (isGone && isClosed ? land() : undefined), [isGone, isClosed])
  const dialog = confirming && (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={() => setClosed(true)}
      title={m.comments_delete_title()}
      confirm={m.comments_delete()}
      onConfirm={() => {
        setOpen(false)
        removal.mutate(confirming.id)
      }}
    >
      {m.comments_delete_question()}
    </ConfirmDialog>
  )
  const ask = (comment: Reply) => {
    setConfirming(comment)
    setOpen(true)
    setClosed(false)
  }
  return { ask, dialog, deleting: removal.isPending ? removal.variables : null }
}

type ReplyTo = { parent: string; name: string }

/** The typed text, and the comment it replies to. */
function useWriting(thread: Thread, owner: string) {
  const client = useQueryClient()
  const addFailed = use(AddFailed)
  const [replyTo, setReplyTo] = useState<ReplyTo | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const draftKey = { ...thread, owner, parent: replyTo?.parent ?? null }
  const { draft: text } = comments.useBox(boxName(draftKey))
  const reply = (comment: Reply) => {
    const parent = comment.parent_comment_id ?? comment.id
    const to = boxName({ ...draftKey, parent })
    // Replies are one level deep, so a reply to a reply begins with the name of its author.
    if (comment.parent_comment_id !== null && comments.at(to).draft === '')
      comments.write(to, `@${comment.user.username} `)
    setReplyTo({ parent, name: nameOf(comment.user, NAMELESS.byline) })
    requestAnimationFrame(() => {
      const { current } = field
      current?.focus()
      current?.setSelectionRange(current.value.length, current.value.length)
    })
  }
  const send = () => {
    void sendDraft(client, draftKey, addFailed).then((isSent) => {
      // The text is back in its draft: reply to the same comment again, unless something else is being written.
      const isEmpty = comments.at(boxName({ ...draftKey, parent: null })).draft === ''
      if (!isSent && isEmpty) setReplyTo((now) => now ?? replyTo)
    })
    setReplyTo(null)
  }
  return {
    text,
    replyTo,
    field,
    reply,
    send,
    setText: (next: string) => comments.write(boxName(draftKey), next),
    cancelReply: () => {
      setReplyTo(null)
      field.current?.focus()
    },
  }
}

type Options = {
  thread: Thread
  /** The person who started the discussion and may delete its comments; null for comments of a post. */
  startedBy: string | null
  /** Accessible name of the list. */
  label: string
  /** Accessible name of the field when its placeholder is not enough. */
  fieldLabel?: string
  /** Called when a comment that is no reply is sent. */
  onSent?: () => void
}

/**
 * The live comments of a thread: returns the list, the form, the confirmation dialogs, and a ref to the form's field.
 */
export function useThread({ thread, startedBy, label, fieldLabel, onSent }: Options) {
  const client = useQueryClient()
  const { user } = useSession()
  const rows = useRef<HTMLUListElement>(null)
  const [reported, setReported] = useState<Reply | null>(null)
  const deletion = useDeletion(thread, rows)
  const writing = useWriting(thread, user?.user_id ?? '')
  const { field } = writing
  useLiveComments(thread)

  const viewer = user && { ...user, session_id: '' }
  const actions: CommentActions = {
    likes: {
      kind: COMMENT_LIKE,
      send: (comment_id, liked) => likeOrQueue(thread, comment_id, liked),
      settled: (comment_id, likes) =>
        changeComments(client, thread, (all) => withLikes(all, comment_id, likes)),
      refused: (comment_id, error) => {
        if (isMissing(error)) changeComments(client, thread, (all) => withoutComment(all, comment_id))
        fail(error, m.comments_like_failed())
      },
    },
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
