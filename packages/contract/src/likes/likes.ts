import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ItemParams } from '../posts/index.ts'
import { Cursor, Id, Moment, Person } from '../shapes.ts'

/** Likes on media items. Likes on comments and discussions are in their own files. */
export const likeEndpoints = {
  likeMedia: endpoint('PUT /api/posts/:post_id/media/:media_index/like', {
    summary: 'Like an item of a post. Repeating the call changes nothing. Returns the new like count.',
    policy: 'member',
    scope: 'likes:write',
    rate: 'like',
    params: ItemParams,
    answer: z.object({ likes_count: z.number().int(), liked: z.boolean() }),
    errors: ['POST_NOT_FOUND', 'MEDIA_NOT_FOUND'],
  }),
  unlikeMedia: endpoint('DELETE /api/posts/:post_id/media/:media_index/like', {
    summary:
      'Remove the viewer’s like from an item of a post. Repeating the call changes nothing. Returns the new like count.',
    policy: 'member',
    scope: 'likes:write',
    rate: 'like',
    params: ItemParams,
    answer: z.object({ likes_count: z.number().int(), liked: z.boolean() }),
    errors: ['POST_NOT_FOUND', 'MEDIA_NOT_FOUND'],
  }),
  listLikes: endpoint('GET /api/posts/:post_id/media/:media_index/likes', {
    summary: 'List the people who like an item of a post, newest likes first, in pages',
    policy: 'member',
    scope: 'likes:read',
    rate: 'read',
    params: ItemParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({
      items: z.array(
        z.object({
          id: Id,
          user_id: Id,
          media_index: z.number().int(),
          created_at: Moment,
          user: Person,
          /** Whether the viewer follows this person. */
          following: z.boolean(),
        }),
      ),
      next_cursor: Cursor.nullable(),
    }),
    errors: ['POST_NOT_FOUND', 'MEDIA_NOT_FOUND', 'BAD_CURSOR'],
  }),
}
