import type { Post } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { textDraft } from '../../lib/drafts/text-draft.ts'
import { makeFormDrafts, type Post as Send } from '../../lib/drafts/form-drafts.ts'
import { isDeviceFull } from '../../lib/outbox/device-full.ts'
import { queueUnsent, sendOrQueue } from '../../lib/outbox/send-or-queue.ts'
import { session } from '../../lib/session.ts'
import { whyNot } from '../../ui/error-text.ts'
import { type FileFields, toFileFields, uploadNow, type UploadQueue } from '../media/index.ts'

/** The form's values. */
export type ContentValues = {
  title: string
  content: string
  photo_url: string
  /** The crew that can see the post: '' for all members, {@link A_CREW} if no crew is selected yet. */
  crew_id: string
}

/** The placeholder for a crew that hasn't been selected yet. */
export const A_CREW = '?'

/** Drafts for posts without a spot, by author. */
export const contents = makeFormDrafts<ContentValues>({
  prefix: 'nollie.content',
  ...textDraft({ title: '', content: '', photo_url: '', crew_id: '' }),
})

/** Thrown if a post couldn't be shared; holds the toast's text and the field that has the error. */
export class NotShared extends Error {
  readonly field: keyof ContentValues | null
  constructor(description: string, field: keyof ContentValues | null = null) {
    super(description)
    this.field = field
  }
}

/** Shares a post; `body` is the JSON request body. Idempotent by `key`. */
export const postContent: Send<Post> = (body, key) =>
  untilAnswered(() =>
    call('POST /api/content', { body: JSON.parse(body), headers: { 'idempotency-key': key } }),
  )

/** The outbox kind for posts without a spot. */
export const CONTENT = 'content'

/** Builds the request body from the form and its files. */
export function buildBody({ title, content, photo_url, crew_id }: ContentValues, files: FileFields) {
  return {
    title: title.trim(),
    content: content.trim() || null,
    photo_url: photo_url.trim() || null,
    video_url: null,
    spot_id: null,
    ...files,
    ...(crew_id && { crew_id }),
  }
}

function explained(error: unknown): NotShared {
  if (error instanceof NotShared) return error
  if (isDeviceFull(error)) return new NotShared(m.outbox_full_text())
  if (!(error instanceof ApiError)) return new NotShared(m.content_failed())
  // The server's full message goes to the console; people see a short message.
  console.warn(`Failed to create post: ${error.message}`)
  if (error.fields.photo_url) return new NotShared(m.content_bad_photo(), 'photo_url')
  if (error.fields.title) return new NotShared(error.fields.title, 'title')
  return new NotShared(whyNot(error, m.content_failed(), m.content_signed_out()))
}

function refuse(error: unknown): never {
  throw explained(error)
}

/**
 * Shares the form's post, using the draft's `send`. If that fails, no values or files are lost. Resolves to null if the
 * post was queued in the outbox.
 * @throws NotShared
 */
export async function shareContent(
  values: ContentValues,
  queue: UploadQueue,
  send: (body: string, to: Send<Post | null>) => Promise<Post | null>,
): Promise<Post | null> {
  if (values.title.trim() === '') throw new NotShared(m.content_title_missing(), 'title')
  if (values.crew_id === A_CREW) throw new NotShared(m.share_need_crew())
  if (session.get().status !== 'signed-in') throw new NotShared(m.content_signed_out())
  const buildEntry = (id: string) => ({
    kind: CONTENT,
    target: id,
    id,
    payload: values,
    files: () => queue.filesToWait(),
  })
  const finished = await uploadNow(queue)
  if (!finished) return queueUnsent(buildEntry(crypto.randomUUID())).catch(refuse)
  const { good, stuck, signedOut } = finished
  if (signedOut) throw new NotShared(m.content_signed_out())
  if (stuck) {
    const failed = stuck.kind === 'image' ? m.share_toast_error_image : m.share_toast_error_video
    throw new NotShared(failed({ name: stuck.name }))
  }
  return send(JSON.stringify(buildBody(values, toFileFields(good))), (body, key) =>
    sendOrQueue(buildEntry(key), () => postContent(body, key)),
  ).catch(refuse)
}
