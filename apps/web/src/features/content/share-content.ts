import type { Post } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { textDraft } from '../../lib/draft-kinds.ts'
import { makeOutbox, type Post as Send } from '../../lib/outbox.ts'
import { session } from '../../lib/session.ts'
import { whyNot } from '../../ui/error-text.ts'
import { finishUploads, type UploadQueue } from '../media/index.ts'

/** The values of the form. */
export type ContentValues = { title: string; content: string; photo_url: string }

/** Drafts of posts without a spot, by author. */
export const contents = makeOutbox<ContentValues>({
  prefix: 'nollie.content',
  ...textDraft({ title: '', content: '', photo_url: '' }),
})

/** A submit without a post: the text of the toast, and the field with the error. */
export class NotShared extends Error {
  readonly field: keyof ContentValues | null
  constructor(description: string, field: keyof ContentValues | null = null) {
    super(description)
    this.field = field
  }
}

const post: Send<Post> = (body, key) =>
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
  // The server's complete message goes to the console; people read the short text.
  console.warn(`Failed to create post: ${error.message}`)
  if (error.fields.photo_url) return new NotShared(m.content_bad_photo(), 'photo_url')
  if (error.fields.title) return new NotShared(error.fields.title, 'title')
  return new NotShared(whyNot(error, m.content_failed(), m.content_signed_out()))
}

/**
 * Shares the form, through `send` of its box. A failure loses neither values nor files.
 * @throws NotShared
 */
export async function shareContent(
  values: ContentValues,
  queue: UploadQueue,
  send: (body: string, to: Send<Post>) => Promise<Post>,
): Promise<Post> {
  if (values.title.trim() === '') throw new NotShared(m.content_needs_title(), 'title')
  if (session.get().status !== 'signed-in') throw new NotShared(m.content_signed_out())
  const { good, stuck, signedOut } = await finishUploads(queue)
  if (signedOut) throw new NotShared(m.content_signed_out())
  if (stuck) {
    const failed = stuck.kind === 'image' ? m.share_toast_error_image : m.share_toast_error_video
    throw new NotShared(failed({ name: stuck.name }))
  }
  const media_ids = good.flatMap(({ media_id }) => media_id ?? [])
  try {
    return await send(JSON.stringify(bodyOf(values, media_ids)), post)
  } catch (error) {
    throw explained(error)
  }
}
