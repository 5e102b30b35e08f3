import type { GalleryItem, Post } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { untilAnswered } from '../../lib/attempts.ts'
import { textDraft } from '../../lib/draft-kinds.ts'
import { makeOutbox, type Post as Send } from '../../lib/outbox.ts'
import { session } from '../../lib/session.ts'
import { whyNot } from '../../ui/error-text.ts'
import type { ToastText } from '../../ui/toast.ts'
import { finishUploads, type UploadQueue } from '../media/index.ts'

/** The texts of the post. */
export type MediaText = { title: string; content: string }

/** Drafts of posts to add to spots, by author and spot. */
export const additions = makeOutbox<MediaText>({
  prefix: 'nollie.media',
  ...textDraft({ title: '', content: '' }),
})

/** A submit that ended without a post, with the texts of its toast. */
class Stopped extends Error {
  readonly title: string
  constructor(title: string, description: string) {
    super(description)
    this.title = title
  }
}

const mustSignIn = () => new Stopped(m.spots_toast_auth_title(), m.spots_media_auth())

async function uploaded(queue: UploadQueue): Promise<string[]> {
  const { good, stuck, signedOut } = await finishUploads(queue)
  if (signedOut) throw mustSignIn()
  if (stuck) {
    const { kind, name } = stuck
    throw new Stopped(
      m.spots_media_failed_title(),
      kind === 'image' ? m.share_toast_error_image({ name }) : m.share_toast_error_video({ name }),
    )
  }
  return good.flatMap(({ media_id }) => media_id ?? [])
}

const post: Send<Post> = (body, key) =>
  untilAnswered(() =>
    call('POST /api/posts', { body: JSON.parse(body), headers: { 'idempotency-key': key } }),
  )

/**
 * Sends the draft as a post, through `send` of its outbox. On failure the values and files stay.
 * @throws what {@link explainMedia} explains
 */
export async function addMedia(
  spot_id: string,
  { title, content }: MediaText,
  queue: UploadQueue,
  send: (body: string, to: Send<Post>) => Promise<Post>,
): Promise<Post> {
  if (session.get().status !== 'signed-in') throw mustSignIn()
  const nothing = () => new Stopped(m.spots_media_needed_title(), m.spots_media_needed_text())
  if (title.trim() === '' && queue.items().length === 0) throw nothing()
  const media_ids = await uploaded(queue)
  if (title.trim() === '' && media_ids.length === 0) throw nothing()
  const body = { spot_id, title: title.trim() || null, content: content.trim() || null, media_ids }
  return send(JSON.stringify(body), post)
}

/** The toast for an error of {@link addMedia}. */
export function explainMedia(error: unknown): ToastText {
  if (error instanceof Stopped) return { title: error.title, description: error.message }
  if (error instanceof ApiError && error.status === 401) return explainMedia(mustSignIn())
  return { title: m.spots_media_failed_title(), description: whyNot(error, m.spots_media_failed_text()) }
}

/** The items of a post as items of a gallery. */
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
