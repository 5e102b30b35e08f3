import { m } from '../../i18n/messages.ts'
import { ApiError, call } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'
import type { Item } from './item-entry.ts'
import { publishPost } from './post-listeners.ts'

/** The outbox kind for likes. */
export const LIKE = 'like'

/** Sends a like or unlike to the server. */
export function sendLike(item: Item, liked: boolean) {
  return call(`${liked ? 'PUT' : 'DELETE'} /api/posts/:post_id/media/:media_index/like`, {
    params: { ...item, media_index: String(item.media_index) },
  })
}

/** Shows a toast saying that a like or unlike failed and was undone. */
export function showLikeFailed({ post_id }: Item, error: unknown): void {
  if (error instanceof ApiError && error.code === 'POST_NOT_FOUND')
    publishPost({ kind: 'deleted', post_id, spot_id: null })
  const isEnded = error instanceof ApiError && error.status === 401
  const description = isEnded ? m.likes_signed_out() : m.likes_like_failed()
  toast({ kind: 'error', title: m.posts_error(), description })
}
