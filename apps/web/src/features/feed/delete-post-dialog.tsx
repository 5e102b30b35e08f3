import type { Post } from '@nollie/contract'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { LEAVING, useForm } from '../../ui/form.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.ts'
import { publishPost, deletePost } from '../posts/index.ts'
import { DeleteSpotDialog } from '../spots/index.ts'
import { looks } from '../../ui/looks.ts'

// Somebody else deleted it already.
const isDone = (error: unknown) => error instanceof ApiError && error.code === 'POST_NOT_FOUND'

// Of a post that made no spot.
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
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!busy) setOpen(next)
      }}
      onClosed={onClose}
      title={m.feed_delete_title()}
      actions={
        <>
          <Button onClick={() => setOpen(false)} disabled={busy}>
            {m.shell_cancel()}
          </Button>
          <Button variant="danger" busy={busy && m.feed_deleting()} onClick={remove}>
            {m.feed_delete()}
          </Button>
        </>
      }
    >
      <p className={looks.sheetText}>{m.feed_delete_question()}</p>
    </Sheet>
  )
}

/** Confirms and deletes a post; one that made a spot is deleted with the spot (POST-13). */
export function DeletePostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  return post.kind === 'spot' && post.spot ? (
    <DeleteSpotDialog spot={post.spot} from="card" onClose={onClose} />
  ) : (
    <DeletePostAlone post={post} onClose={onClose} />
  )
}
