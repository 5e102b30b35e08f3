import type { Post } from '@nollie/contract'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.ts'
import { publishPost, deletePost } from '../posts/index.ts'

// Somebody else was faster: what was wanted is so.
const isDone = (error: unknown) => error instanceof ApiError && error.code === 'POST_NOT_FOUND'

/** Asks, then deletes a post that made no spot. */
export function DeletePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const remove = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await deletePost(post)
    } catch (error) {
      if (!isDone(error)) {
        running.current = false
        setBusy(false)
        console.warn('Failed to delete post')
        return toast({ kind: 'error', title: m.feed_error(), description: m.feed_delete_failed() })
      }
      publishPost({ kind: 'deleted', post_id: post.id, spot_id: post.spot_id })
    }
    setOpen(false)
    toast({ kind: 'success', title: m.feed_success(), description: m.feed_deleted() })
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!running.current) setOpen(next)
      }}
      onClosed={onClose}
      title={m.feed_delete_title()}
      actions={
        <>
          <Button onClick={() => setOpen(false)} disabled={busy}>
            {m.shell_cancel()}
          </Button>
          <Button variant="danger" busy={busy && m.feed_deleting()} onClick={() => void remove()}>
            {m.feed_delete()}
          </Button>
        </>
      }
    >
      <p className="sheet-text">{m.feed_delete_question()}</p>
    </Sheet>
  )
}
