import { z } from 'zod'
import { CREW_MISSING, namesItsCrew, PostAudienceIn } from '../audiences/index.ts'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { AltText, AltTexts, describesFiles, TOO_MANY_ALT_TEXTS } from '../media/index.ts'
import { Id, IfMatchHeaders, IdempotencyHeaders } from '../shapes.ts'
import { Filled, Line, OptionalLine, OptionalText } from '../texts.ts'
import { ItemParams, Post, PostParams } from './posts.ts'
import { issue } from '../sentences.ts'

/** The input for adding photos and videos to a spot. */
export const NewMediaPost = z
  .object({
    spot_id: Id,
    /** If empty, the server generates a title: `Added N photo(s)`, `Added N video(s)`, or both. */
    title: OptionalLine(LIMITS.post_title_max),
    content: OptionalText(LIMITS.post_content_max),
    media_ids: z
      .array(Id)
      .max(LIMITS.files_per_post)
      .refine((ids) => new Set(ids).size === ids.length, issue`A file is listed twice.`),
    alt_texts: AltTexts,
  })
  .refine(({ title, media_ids }) => title !== null || media_ids.length > 0, {
    path: ['title'],
    error: issue`Please enter a title or upload at least one photo/video.`,
  })
  .refine(describesFiles, TOO_MANY_ALT_TEXTS)
  .meta({ id: 'NewMediaPost' })

/** The result of parsing {@link NewMediaPost}. */
export type NewMediaPost = z.output<typeof NewMediaPost>

/** Creates, changes, and deletes posts. */
export const postChangeEndpoints = {
  addMedia: endpoint('POST /api/posts', {
    summary: 'Add photos and videos, or text, to a spot. Returns the new post.',
    policy: 'member',
    scope: 'posts:write',
    rate: 'post',
    headers: IdempotencyHeaders,
    body: NewMediaPost,
    answer: Post,
    status: 201,
    errors: [
      'SPOT_NOT_FOUND',
      'MEDIA_NOT_FOUND',
      'MEDIA_TAKEN',
      'MEDIA_NOT_READY',
      'UNPROCESSABLE',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
  editPost: endpoint('PATCH /api/posts/:post_id', {
    summary:
      'Edit a post’s title and description. Only its author can do this. Refused with `STALE` if there is a newer version than the one in `If-Match`. Returns the post.',
    policy: 'member',
    scope: 'posts:write',
    rate: 'write',
    params: PostParams,
    headers: IfMatchHeaders,
    body: z.object({
      title: Line(LIMITS.post_title_max).pipe(Filled),
      content: OptionalText(LIMITS.post_content_max),
    }),
    answer: Post,
    errors: ['POST_NOT_FOUND', 'STALE'],
  }),
  describePostMedia: endpoint('PATCH /api/posts/:post_id/media/:media_index', {
    summary:
      'Change the description of a post’s photo or video, which screen readers read. Only its author can do this. Returns the post.',
    policy: 'member',
    scope: 'posts:write',
    rate: 'write',
    params: ItemParams,
    body: z.object({ alt_text: AltText }),
    answer: Post,
    errors: ['POST_NOT_FOUND', 'MEDIA_NOT_FOUND'],
  }),
  setPostAudience: endpoint('PUT /api/posts/:post_id/audience', {
    summary:
      'Change who can see a post that has no spot. Only its author can do this. People who lose access no longer see the post or its comments and likes. Returns the post.',
    policy: 'member',
    scope: 'posts:write',
    rate: 'write',
    params: PostParams,
    body: z
      .object({
        audience: PostAudienceIn,
        /** The crew to share the post with; null unless the audience is `crew`. */
        crew_id: Id.nullish(),
      })
      .refine(namesItsCrew, CREW_MISSING),
    answer: Post,
    errors: ['POST_NOT_FOUND', 'CREW_NOT_FOUND'],
  }),
  removePost: endpoint('DELETE /api/posts/:post_id', {
    summary:
      'Delete a post. Only its author and admins can do this. Deleting the post that created a spot also deletes the spot and all its posts. Returns whether the post or the spot was deleted.',
    policy: 'member',
    scope: 'posts:write',
    rate: 'remove',
    params: PostParams,
    answer: z.object({ removed: z.enum(['post', 'spot']) }),
    errors: ['POST_NOT_FOUND', 'POSTS_NOT_DELETED'],
  }),
  removePostMedia: endpoint('DELETE /api/posts/:post_id/media/:media_index', {
    summary:
      'Delete a photo or video from a post. Only its author can do this. Deleting the last one deletes the post, but never the spot. Returns whether the item or the post was deleted.',
    policy: 'member',
    scope: 'posts:write',
    rate: 'remove',
    params: ItemParams,
    answer: z.object({ removed: z.enum(['media', 'post']) }),
    errors: ['POST_NOT_FOUND', 'MEDIA_NOT_FOUND'],
  }),
}
