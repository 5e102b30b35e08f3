import type { Post } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { type Attempt, attemptFor, readAttempt, sendAttempt, untilAnswered } from '../../lib/attempts.ts'
import { writeStored, readStored } from '../../lib/storage.ts'
import { session } from '../../lib/session.ts'
import { whyNot } from '../../ui/error-text.ts'
import { finishUploads, type UploadQueue } from '../uploads/index.ts'

/** What is typed. */
export type ContentValues = { title: string; content: string; photo_url: string }

/** Nothing is typed. */
export const NO_VALUES: ContentValues = { title: '', content: '', photo_url: '' }

type Draft = ContentValues & { attempt: Attempt | null }

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Reads the stored form of a person. */
export const readDraft = (name: string): Draft => {
  const stored = (readStored(name) ?? {}) as Partial<Record<keyof Draft, unknown>>
  const { title, content, photo_url, attempt } = stored
  return {
    title: text(title),
    content: text(content),
    photo_url: text(photo_url),
    attempt: readAttempt(attempt),
  }
}

/** Stores the typed values, and a try without an answer. */
export const storeDraft = (name: string, draft: Draft): void =>
  writeStored(name, Object.values(draft).some(Boolean) ? draft : null)

/** A submit that ended without a post: the text of the toast, and the field it is about. */
export class NotShared extends Error {
  readonly field: keyof ContentValues | null
  constructor(description: string, field: keyof ContentValues | null = null) {
    super(description)
    this.field = field
  }
}

const send = (body: string, key: string): Promise<Post> =>
  untilAnswered(() =>
    call('POST /api/content', { body: JSON.parse(body), headers: { 'idempotency-key': key } }),
  )

const bodyOf = ({ title, content, photo_url }: ContentValues, media_ids: string[]) => ({
  title: title.trim(),
  content: content.trim() || null,
  photo_url: photo_url.trim() || null,
  video_url: null,
  spot_id: null,
  media_ids,
})

const explained = (error: unknown): NotShared => {
  if (error instanceof NotShared) return error
  if (!(error instanceof ApiError)) return new NotShared(m.content_failed())
  // The complete message of the server is for the console; people read the short text.
  console.warn(`Failed to create post: ${error.message}`)
  if (error.fields.photo_url) return new NotShared(m.content_bad_photo(), 'photo_url')
  if (error.fields.title) return new NotShared(error.fields.title, 'title')
  return new NotShared(whyNot(error, m.content_failed(), m.content_signed_out()))
}

/**
 * Shares what is in the form, once however often it is tried. Nothing typed or chosen is lost when that fails.
 * @throws NotShared
 */
export async function shareContent(name: string, values: ContentValues, queue: UploadQueue): Promise<Post> {
  if (values.title.trim() === '') throw new NotShared(m.content_needs_title(), 'title')
  if (session.get().status !== 'signed-in') throw new NotShared(m.content_signed_out())
  const { good, stuck, signedOut } = await finishUploads(queue)
  if (signedOut) throw new NotShared(m.content_signed_out())
  if (stuck) {
    const failed = stuck.kind === 'image' ? m.share_toast_error_image : m.share_toast_error_video
    throw new NotShared(failed({ name: stuck.name }))
  }
  const media_ids = good.flatMap(({ media_id }) => media_id ?? [])
  const body = JSON.stringify(bodyOf(values, media_ids))
  const before = readDraft(name).attempt
  const store = (attempt: Attempt | null) => storeDraft(name, { ...values, attempt })
  try {
    return await sendAttempt({ send, store }, attemptFor(body, before), before)
  } catch (error) {
    throw explained(error)
  }
}
