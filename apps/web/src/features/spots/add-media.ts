import type { GalleryItem, Post } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { type Attempt, attemptFor, readAttempt, sendAttempt, untilAnswered } from '../../lib/attempts.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { session } from '../../lib/session.ts'
import { whyNot } from '../../ui/error-text.ts'
import type { ToastText } from '../../ui/toast.ts'
import { finishUploads, type UploadQueue } from '../uploads/index.ts'

/** The text that belongs to added photos and videos. */
export type MediaText = { title: string; content: string }

type Draft = MediaText & { attempt: Attempt | null }

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Reads the stored dialog of a person. */
export const readDraft = (name: string): Draft => {
  const stored = (readStored(name) ?? {}) as Partial<Record<keyof Draft, unknown>>
  return { title: text(stored.title), content: text(stored.content), attempt: readAttempt(stored.attempt) }
}

/** Stores the typed text, and a try without an answer. */
export const storeDraft = (name: string, draft: Draft): void =>
  writeStored(name, draft.title || draft.content || draft.attempt ? draft : null)

/** A submit that ended without a post: what the toast says. */
class Stopped extends Error {
  readonly title: string
  constructor(title: string, description: string) {
    super(description)
    this.title = title
  }
}

const mustSignIn = () => new Stopped(m.spot_toast_auth_title(), m.spot_media_auth())

async function uploaded(queue: UploadQueue): Promise<string[]> {
  const { good, stuck, signedOut } = await finishUploads(queue)
  if (signedOut) throw mustSignIn()
  if (stuck) {
    const { kind, name } = stuck
    throw new Stopped(
      m.spot_media_failed_title(),
      kind === 'image' ? m.share_toast_error_image({ name }) : m.share_toast_error_video({ name }),
    )
  }
  return good.flatMap(({ media_id }) => media_id ?? [])
}

const post = (body: string, key: string): Promise<Post> =>
  untilAnswered(() =>
    call('POST /api/posts', { body: JSON.parse(body), headers: { 'idempotency-key': key } }),
  )

/**
 * Posts the content of the dialog, once however often it is tried. Throws what {@link explainMedia} turns into text;
 * values and files stay then.
 */
export async function addMedia(
  name: string,
  spot_id: string,
  { title, content }: MediaText,
  queue: UploadQueue,
): Promise<Post> {
  if (session.get().status !== 'signed-in') throw mustSignIn()
  const nothing = () => new Stopped(m.spot_media_needed_title(), m.spot_media_needed_text())
  if (title.trim() === '' && queue.items().length === 0) throw nothing()
  const media_ids = await uploaded(queue)
  if (title.trim() === '' && media_ids.length === 0) throw nothing()
  const body = JSON.stringify({
    spot_id,
    title: title.trim() || null,
    content: content.trim() || null,
    media_ids,
  })
  const before = readDraft(name).attempt
  const store = (attempt: Attempt | null) => storeDraft(name, { title, content, attempt })
  return await sendAttempt({ send: post, store }, attemptFor(body, before), before)
}

/** What to say when {@link addMedia} threw. */
export function explainMedia(error: unknown): ToastText {
  if (error instanceof Stopped) return { title: error.title, description: error.message }
  if (error instanceof ApiError && error.status === 401) return explainMedia(mustSignIn())
  return { title: m.spot_media_failed_title(), description: whyNot(error, m.spot_media_failed_text()) }
}

/** The items of a post as a gallery has them. */
export const galleryItemsOf = ({
  id,
  user,
  created_at,
  media,
  title,
  content,
  mentions,
}: Post): GalleryItem[] =>
  media.map((item) => ({ ...item, post_id: id, user, created_at, title, content, mentions }))
