import type { Post } from '@nollie/contract'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { makeEdits } from '../../../lib/drafts/edit-drafts.ts'
import { whyNot } from '../../../ui/error-text.ts'
import { useForm } from '../../../ui/forms/form.tsx'
import { type ToastText, toast } from '../../../ui/toast.ts'
import { publishLoaded, publishPost, editPost } from '../../posts/index.ts'

const useEdit = makeEdits('nollie.edit-post', ['title', 'content'])

function toVersion({ title, content, version }: Post) {
  return {
    values: { title, content: content ?? '' },
    version,
  }
}

function trim({ title, content }: { title: string; content: string }) {
  return { title: title.trim(), content: content.trim() || null }
}

function failure(description: string): ToastText {
  return { title: m.feed_error(), description }
}

function isCode(error: unknown, code: string) {
  return error instanceof ApiError && error.code === code
}

/**
 * Edits a post's title and description. Stores the draft until it's saved or discarded, and detects changes elsewhere.
 */
export function usePostEdit(post: Post) {
  const edit = useEdit(`${post.user_id}.${post.id}`, toVersion(post))
  const { values } = edit
  const [stale, setStale] = useState<Post | null>(null)
  const [open, setOpen] = useState(true)

  const showTheirs = async (): Promise<ToastText | null> => {
    try {
      const theirs = await call('GET /api/posts/:post_id', { params: { post_id: post.id } })
      publishLoaded(theirs)
      setStale(theirs)
      edit.rebase(theirs.version)
      return null
    } catch {
      return failure(m.feed_edit_failed())
    }
  }
  const form = useForm({
    isSending: edit.isSending,
    check: () => (values.title.trim() ? null : { title: m.feed_edit_title_missing() }),
    send: () =>
      edit.submit(async () => {
        await editPost({ id: post.id, version: edit.version }, trim(values))
        edit.end()
        setOpen(false)
        toast({ kind: 'success', title: m.feed_success(), description: m.feed_edit_saved() })
      }),
    explain: (error) => {
      if (isCode(error, 'STALE')) return showTheirs()
      if (isCode(error, 'POST_NOT_FOUND'))
        publishPost({ kind: 'deleted', post_id: post.id, spot_id: post.spot_id })
      return failure(whyNot(error, m.feed_edit_failed()))
    },
    // The toast shows the server's reason, so no field is marked as invalid.
    getFieldErrors: () => ({}),
  })

  return {
    ...values,
    open,
    form,
    stale,
    type: (typed: Partial<typeof values>) => {
      if (typed.title?.trim()) form.typed()
      edit.type(typed)
    },
    /** Replaces the draft with the text that was saved elsewhere. */
    takeTheirs: () => {
      if (!stale) return
      edit.take(toVersion(stale))
      setStale(null)
    },
    cancel: () => {
      if (form.busy) return
      edit.end()
      setOpen(false)
    },
  }
}
