import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Media } from '../media/index.ts'
import { Mention } from '../mentions/index.ts'
import { PostKind, PostSpot } from '../posts/index.ts'
import { Cursor, Id, Moment, Person } from '../shapes.ts'

/** A photo or video in Discover's grid and the lightbox. */
export const DiscoverItem = z
  .object({
    post_id: Id,
    media_index: z.number().int(),
    media: Media,
    kind: PostKind,
    user_id: Id,
    user: Person,
    spot_id: Id.nullable(),
    /** Null for a post without a spot. */
    spot: PostSpot.nullable(),
    created_at: Moment,
    likes_count: z.number().int(),
    comments_count: z.number().int(),
    /** Whether the viewer likes it. */
    liked: z.boolean(),
    /** Title and description of its post, and the people whom their `@names` mean. */
    title: z.string(),
    content: z.string().nullable(),
    mentions: z.array(Mention),
    /** Whether it is its spot's cover. */
    is_cover: z.boolean(),
  })
  .meta({ id: 'DiscoverItem' })

/** A photo or video in Discover's grid and the lightbox. */
export type DiscoverItem = z.output<typeof DiscoverItem>

export const discoverEndpoints = {
  discover: endpoint('GET /api/discover', {
    summary: 'Photos and videos of all posts, newest post first, one post’s in their order, in pages',
    policy: 'member',
    scope: 'posts:read',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(DiscoverItem), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
}
