import type { Post, PostMedia } from '@nollie/contract'

/** A photo or video in a card, with the ID of its post. */
export type ShownItem = PostMedia & { key: string; post_id: string }

/** Lists a set's photos and videos in order, without duplicates (G-30). The post's own items come first. */
export function shownItems(post: Post, set: readonly Post[]): ShownItem[] {
  const own = new Set(post.media.map(({ media }) => media.id))
  const seen = new Set<string>()
  return set.flatMap(({ id, media: items }) =>
    items.flatMap((item) => {
      if (seen.has(item.media.id) || (id !== post.id && own.has(item.media.id))) return []
      seen.add(item.media.id)
      return [{ ...item, post_id: id, key: `${id}/${item.media_index}` }]
    }),
  )
}
