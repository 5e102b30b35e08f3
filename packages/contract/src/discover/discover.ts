import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PostKind, PostSpot } from '../posts/index.ts'
import { Cursor, Id } from '../shapes.ts'
import { GalleryItem } from '../spots/index.ts'

/** A photo or video in Discover's grid and lightbox. */
export const DiscoverItem = GalleryItem.extend({
  kind: PostKind,
  user_id: Id,
  spot_id: Id.nullable(),
  /** Null if the post has no spot. */
  spot: PostSpot.nullable(),
}).meta({ id: 'DiscoverItem' })

/** A photo or video in Discover's grid and lightbox. */
export type DiscoverItem = z.output<typeof DiscoverItem>

export const discoverEndpoints = {
  discover: endpoint('GET /api/discover', {
    summary:
      'List the photos and videos of all posts, newest post first, in pages. Each post’s items keep their order.',
    policy: 'member',
    scope: 'posts:read',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(DiscoverItem), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
}
