import type { Post } from '@nollie/contract'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError } from '../../../lib/api.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { LEAVING, useForm } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/toast.ts'
import { publishPost, deletePost } from '../../posts/index.ts'
import { DeleteSpotDialog } from '../../spots/index.ts'

// The post was already deleted elsewhere.
function isDone(error: unknown) {
  return error instanceof ApiError && error.code === 'POST_NOT_FOUND'
}

// The confirmation for a post that didn't create a spot.
function DeletePostAlone({ post, onClose }: { post: Post; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const { busy, submit: remove } = useForm({
    send: async () => {
      try {
        await deletePost(post)
      } catch (error) {
        if (!isDone(error)) throw error
        publishPost({ kind: 'deleted', post_id: post.id, spot_id: post.spot_id })
      }
      setOpen(false)
      toast({ kind: 'success', title: m.feed_success(), description: m.feed_deleted() })
      return LEAVING
    },
    explain: () => {
      console.warn('Failed to delete post')
      return { title: m.feed_error(), description: m.feed_delete_failed() }
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={m.feed_delete_title()}
      confirm={m.feed_delete()}
      busy={busy && m.feed_deleting()}
      onConfirm={remove}
    >
      {m.feed_delete_question()}
    </ConfirmDialog>
  )
}

/** Asks for confirmation, then deletes a post. If the post created a spot, the spot is also deleted (POST-13). */
export function DeletePostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  return post.kind === 'spot' && post.spot ? (
    <DeleteSpotDialog spot={post.spot} from="card" onClose={onClose} />
  ) : (
    <DeletePostAlone post={post} onClose={onClose} />
  )
}
