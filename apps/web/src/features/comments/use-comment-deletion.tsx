import type { Reply } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import { isMissing, showCommentFailed } from './comment-errors.ts'
import { withoutComment } from './comment-pages.ts'
import { changeComments, refreshFirstPage, removeComment, type Thread } from './comment-requests.ts'

/**
 * Deletes a comment after confirmation. `deleting` is the comment being deleted. Focus moves to the list, because the
 * delete button disappears along with its comment.
 */
export function useCommentDeletion(thread: Thread, list: RefObject<HTMLElement | null>) {
  const client = useQueryClient()
  const [confirming, setConfirming] = useState<Reply | null>(null)
  const [open, setOpen] = useState(false)
  const [isClosed, setClosed] = useState(true)
  const drop = (id: string) => {
    changeComments(client, thread, (all) => withoutComment(all, id))
    // The response includes the discussion's comment count.
    if (thread.discussion_id !== undefined) void refreshFirstPage(client, thread).catch(() => undefined)
  }
  const removal = useMutation({
    mutationFn: (id: string) =>
      removeComment(id).catch((error) => {
        if (!isMissing(error)) throw error
      }),
    onSuccess: (_, id) => drop(id),
    onError: (error) => showCommentFailed(error, m.comments_delete_failed()),
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
