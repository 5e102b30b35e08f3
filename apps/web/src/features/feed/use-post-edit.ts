import type { Post } from '@nollie/contract'
import { useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { whyNot } from '../../ui/error-text.ts'
import { toast } from '../../ui/toast.ts'
import { publishLoaded, publishPost, editPost } from '../posts/index.ts'

type PostText = { title: string; content: string }
type Draft = PostText & { version: number }

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  ['title', 'content'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string') &&
  typeof (value as Draft).version === 'number'

const draftName = (post: Post) => `nollie.edit-post.${post.user_id}.${post.id}`
const draftOf = (post: Post): Draft | null => {
  const draft = readStored(draftName(post))
  return isDraft(draft) ? draft : null
}

const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code

/**
 * Edits a post's text: a draft that is stored until it is saved or dropped, and the changes made elsewhere meanwhile.
 */
export function usePostEdit(post: Post) {
  const [first] = useState(() => draftOf(post))
  const [values, setValues] = useState<PostText>(
    () => first ?? { title: post.title, content: post.content ?? '' },
  )
  // The version the text is based on; the server refuses the save when there is a newer one.
  const [version, setVersion] = useState(first?.version ?? post.version)
  const [stale, setStale] = useState<Post | null>(null)
  const [titleMissing, setTitleMissing] = useState(false)
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const type = (typed: Partial<PostText>) => {
    const next = { ...values, ...typed }
    setValues(next)
    if (next.title.trim()) setTitleMissing(false)
    writeStored(draftName(post), { ...next, version })
  }
  const drop = () => writeStored(draftName(post), null)
  const fail = (text: string) => toast({ kind: 'error', title: m.feed_error(), description: text })

  const refuse = async (error: unknown) => {
    if (isCode(error, 'POST_NOT_FOUND')) {
      publishPost({ kind: 'deleted', post_id: post.id, spot_id: post.spot_id })
      return fail(whyNot(error, m.feed_edit_failed()))
    }
    if (!isCode(error, 'STALE')) return fail(whyNot(error, m.feed_edit_failed()))
    try {
      const theirs = await call('GET /api/posts/:post_id', { params: { post_id: post.id } })
      publishLoaded(theirs)
      setStale(theirs)
      setVersion(theirs.version)
    } catch {
      fail(m.feed_edit_failed())
    }
  }

  const save = async () => {
    if (running.current) return
    const title = values.title.trim()
    if (!title) return setTitleMissing(true)
    running.current = true
    setBusy(true)
    try {
      await editPost({ id: post.id, version }, { title, content: values.content.trim() || null })
      drop()
      setOpen(false)
      toast({ kind: 'success', title: m.feed_success(), description: m.feed_edited() })
    } catch (error) {
      await refuse(error)
    }
    running.current = false
    setBusy(false)
  }

  return {
    ...values,
    open,
    busy,
    stale,
    titleMissing,
    type,
    save,
    /** Replaces what was typed by the current text. */
    takeTheirs: () => {
      if (!stale) return
      setValues({ title: stale.title, content: stale.content ?? '' })
      setStale(null)
      drop()
    },
    cancel: () => {
      if (running.current) return
      drop()
      setOpen(false)
    },
  }
}
