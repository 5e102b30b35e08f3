import type { GalleryItem, Post } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { untilAnswered } from '../../../lib/attempts.ts'
import { textDraft } from '../../../lib/drafts/text-draft.ts'
import { makeFormDrafts, type Post as Send } from '../../../lib/drafts/form-drafts.ts'
import { isDeviceFull } from '../../../lib/outbox/device-full.ts'
import { queueUnsent, sendOrQueue } from '../../../lib/outbox/send-or-queue.ts'
import { session } from '../../../lib/session.ts'
import { whyNot } from '../../../ui/error-text.ts'
import type { ToastText } from '../../../ui/toast.ts'
import { type FileFields, toFileFields, uploadNow, type UploadQueue } from '../../media/index.ts'

/** The post's title and description. */
export type MediaText = { title: string; content: string }

/** Drafts of posts at existing spots, by author and spot. */
export const additions = makeFormDrafts<MediaText>({
  prefix: 'nollie.media',
  ...textDraft({ title: '', content: '' }),
})

/** Thrown if a submission ends without creating a post; contains the toast's text. */
class Stopped extends Error {
  readonly title: string
  constructor(title: string, description: string) {
    super(description)
    this.title = title
  }
}

function mustSignIn() {
  return new Stopped(m.spots_toast_auth_title(), m.spots_media_auth())
}

/** Finishes the uploads and returns the files; null if the server can't be reached. */
async function uploaded(queue: UploadQueue): Promise<FileFields | null> {
  const finished = await uploadNow(queue)
  if (!finished) return null
  const { good, stuck, signedOut } = finished
  if (signedOut) throw mustSignIn()
  if (stuck) {
    const { kind, name } = stuck
    throw new Stopped(
      m.spots_media_failed_title(),
      kind === 'image' ? m.share_toast_error_image({ name }) : m.share_toast_error_video({ name }),
    )
  }
  return toFileFields(good)
}

/** Adds a post to a spot; `body` is the JSON request body. Idempotent by `key`. */
export const postMedia: Send<Post> = (body, key) =>
  untilAnswered(() =>
    call('POST /api/posts', { body: JSON.parse(body), headers: { 'idempotency-key': key } }),
  )

/** A post at a spot, in the outbox. */
export type WaitingMedia = MediaText & { spot_id: string; spot_name: string }
/** The outbox kind for posts at spots. */
export const MEDIA_POST = 'media-post'

/** Builds the JSON request body. */
export function buildBody({ spot_id, title, content }: WaitingMedia, files: FileFields): string {
  return JSON.stringify({ spot_id, title: title.trim() || null, content: content.trim() || null, ...files })
}

/**
 * Sends the draft as a post, using the draft's `send`. If that fails, no values or files are lost. Resolves to null if
 * the post was queued in the outbox.
 * @throws errors that {@link explainMedia} explains
 */
export async function addMedia(
  spot: { id: string; name: string },
  { title, content }: MediaText,
  queue: UploadQueue,
  send: (body: string, to: Send<Post | null>) => Promise<Post | null>,
): Promise<Post | null> {
  if (session.get().status !== 'signed-in') throw mustSignIn()
  const nothing = () => new Stopped(m.spots_media_required_title(), m.spots_media_required_text())
  await queue.listed()
  if (title.trim() === '' && queue.items().length === 0) throw nothing()
  const payload: WaitingMedia = { spot_id: spot.id, spot_name: spot.name, title, content }
  const buildEntry = (id: string) => ({
    kind: MEDIA_POST,
    target: id,
    id,
    payload,
    files: () => queue.filesToWait(),
  })
  const files = await uploaded(queue)
  if (files === null) return queueUnsent(buildEntry(crypto.randomUUID()))
  if (title.trim() === '' && files.media_ids.length === 0) throw nothing()
  return send(buildBody(payload, files), (body, key) =>
    sendOrQueue(buildEntry(key), () => postMedia(body, key)),
  )
}

/** Returns the toast for an error from {@link addMedia}. */
export function explainMedia(error: unknown): ToastText {
  if (error instanceof Stopped) return { title: error.title, description: error.message }
  if (error instanceof ApiError && error.status === 401) return explainMedia(mustSignIn())
  if (isDeviceFull(error)) return { title: m.outbox_full_title(), description: m.outbox_full_text() }
  return { title: m.spots_media_failed_title(), description: whyNot(error, m.spots_media_failed_text()) }
}

/** Converts a post's items to gallery items. */
export function toGalleryItems({
  id,
  user,
  created_at,
  media,
  title,
  content,
  mentions,
}: Post): GalleryItem[] {
  return media.map((item) => ({ ...item, post_id: id, user, created_at, title, content, mentions }))
}
