import type { DiscoverItem, Post } from '@nollie/contract'
import { newestFirst, type PageOf, type Pages } from '../../lib/lists/newest-first.ts'

/** A page of photos and videos, as returned by the server. */
export type DiscoverPage = PageOf<DiscoverItem>
/** The grid pages in the cache. */
export type Grid = Pages<DiscoverPage>

/** Builds an item's unique key. */
export function buildKey({ post_id, media_index }: Pick<DiscoverItem, 'post_id' | 'media_index'>): string {
  return `${post_id}.${media_index}`
}

/** Operations on the grid's pages, which are sorted newest first. */
export const grid = newestFirst<DiscoverItem>(buildKey)

/**
 * Updates a post's items after its files changed or were removed, leaving out failed files. Does nothing if the post
 * isn't in the grid.
 */
export function withPost(list: Grid, post: Post): Grid {
  if (!grid.listItems(list).some(({ post_id }) => post_id === post.id)) return list
  return grid.patched(list, (items) =>
    items.flatMap((item) => {
      if (item.post_id !== post.id) return [item]
      const now = post.media.find(({ media_index }) => media_index === item.media_index)
      return now && now.media.status !== 'failed' ? [{ ...item, media: now.media, spot: post.spot }] : []
    }),
  )
}
