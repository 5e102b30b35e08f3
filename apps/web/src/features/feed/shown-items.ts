import type { Post, PostMedia } from '@nollie/contract'

/** A photo or video of a card, with the post it belongs to. */
export type ShownItem = PostMedia & { key: string; post_id: string }

/** The photos and videos of a set of posts in order, without duplicates (G-30). The post's own come first. */
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
