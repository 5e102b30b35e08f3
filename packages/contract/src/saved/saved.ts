import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Post, PostParams } from '../posts/index.ts'
import { Cursor, Id } from '../shapes.ts'
import { SpotCard } from '../spots/index.ts'

const Paged = z.object({ cursor: Cursor.optional() })

function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: Cursor.nullable() })
}

const SpotParams = z.object({ spot_id: Id })
const Saved = z.object({ saved: z.boolean() })

/** Saved posts and spots, visible only to the person who saved them. */
export const savedEndpoints = {
  listSavedPosts: endpoint('GET /api/saved/posts', {
    summary: 'List the viewer’s saved posts, most recently saved first, in pages',
    policy: 'member',
    scope: 'saved:read',
    rate: 'read',
    query: Paged,
    answer: page(Post),
    errors: ['BAD_CURSOR'],
  }),
  listSavedSpots: endpoint('GET /api/saved/spots', {
    summary: 'List the viewer’s saved spots, most recently saved first, in pages',
    policy: 'member',
    scope: 'saved:read',
    rate: 'read',
    query: Paged,
    answer: page(SpotCard),
    errors: ['BAD_CURSOR'],
  }),
  savePost: endpoint('PUT /api/posts/:post_id/save', {
    summary: 'Save a post for later. Repeating the call changes nothing. Returns whether the post is saved.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'like',
    params: PostParams,
    answer: Saved,
    errors: ['POST_NOT_FOUND'],
  }),
  unsavePost: endpoint('DELETE /api/posts/:post_id/save', {
    summary:
      'Remove a post from the viewer’s saved posts. Repeating the call changes nothing. Returns whether the post is saved.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'like',
    params: PostParams,
    answer: Saved,
    errors: ['POST_NOT_FOUND'],
  }),
  saveSpot: endpoint('PUT /api/spots/:spot_id/save', {
    summary: 'Save a spot for later. Repeating the call changes nothing. Returns whether the spot is saved.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'like',
    params: SpotParams,
    answer: Saved,
    errors: ['SPOT_NOT_FOUND'],
  }),
  unsaveSpot: endpoint('DELETE /api/spots/:spot_id/save', {
    summary:
      'Remove a spot from the viewer’s saved spots. Repeating the call changes nothing. Returns whether the spot is saved.',
    policy: 'member',
    scope: 'saved:write',
    rate: 'like',
    params: SpotParams,
    answer: Saved,
    errors: ['SPOT_NOT_FOUND'],
  }),
}
