import { call } from '../../lib/api.ts'
import { publishLoaded, publishPost, receivePosts, requestTime } from '../posts/index.ts'

/** Changes the description of a post's photo or video; an empty one removes it. */
export async function saveAltText(
  { post_id, media_index }: { post_id: string; media_index: number },
  alt_text: string,
): Promise<void> {
  const requestedAt = requestTime()
  const post = await call('PATCH /api/posts/:post_id/media/:media_index', {
    params: { post_id, media_index: String(media_index) },
    body: { alt_text },
  })
  receivePosts([post], requestedAt)
  publishLoaded(post)
  // Lists that contain only the item refetch it.
  publishPost({ kind: 'updated', post_id, spot_id: post.spot_id })
}
