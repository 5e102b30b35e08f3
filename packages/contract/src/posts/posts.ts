import { z } from 'zod'
import { PostAudienceIn } from '../audiences/index.ts'
import { SPOT_STATES } from '../checks/index.ts'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Media } from '../media/index.ts'
import { Mention } from '../mentions/index.ts'
import { Cursor, Id, Moment, Person } from '../shapes.ts'
import { SPOT_TYPES } from '../spots/index.ts'
import { PostKind } from './post-kinds.ts'

const Counts = z.object({
  likes_count: z.number().int(),
  comments_count: z.number().int(),
  /** Whether the viewer likes it. */
  liked: z.boolean(),
})

/** A post's photo or video, with its likes and comments. */
export const PostMedia = z
  .object({
    media_index: z.number().int(),
    media: Media,
    ...Counts.shape,
    /** Whether this is the spot's cover. */
    is_cover: z.boolean(),
  })
  .meta({ id: 'PostMedia' })

/** A post's spot, with the fields for its banner. */
export const PostSpot = z
  .object({
    id: Id,
    name: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    spot_type: z.enum(SPOT_TYPES).nullable(),
    status: z.enum(['open', 'gone']),
    created_by: Id.nullable(),
  })
  .meta({ id: 'PostSpot' })

/** A post, with the data that feeds show. An edit sends its `version` in `If-Match`. */
export const Post = z
  .object({
    id: Id,
    kind: PostKind,
    user_id: Id,
    user: Person,
    spot_id: Id.nullable(),
    spot: PostSpot.nullable(),
    /** Who can see the post if it has no spot; a post at a spot has the spot's audience. */
    audience: PostAudienceIn,
    /** The crew that the post is shared with; null unless the audience is `crew`. */
    crew: z.object({ id: Id, name: z.string() }).nullable(),
    title: z.string(),
    content: z.string().nullable(),
    /** The people mentioned by `@name` in the title or content. */
    mentions: z.array(Mention),
    media: z.array(PostMedia),
    /** A photo on another site, shown as a link with its host and never loaded. */
    photo_link: z.object({ url: z.string(), host: z.string() }).nullable(),
    /** Counts for a text post, which has them as `media_index` 0; null if the post has media. */
    words: Counts.nullable(),
    /** The total number of comments on all items. */
    comments_count: z.number().int(),
    /** Whether the viewer has saved the post. */
    saved: z.boolean(),
    version: z.number().int(),
    created_at: Moment,
    updated_at: Moment,
  })
  .meta({ id: 'Post' })

/** A post, with the data that feeds show. */
export type Post = z.output<typeof Post>
/** A post's photo or video, with its likes and comments. */
export type PostMedia = z.output<typeof PostMedia>

/** A post's id. */
export const PostParams = z.object({ post_id: Id })
/** A post's id and the index of one of its media items. */
export const ItemParams = z.object({
  post_id: Id,
  media_index: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number),
})

function Page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: Cursor.nullable() })
}

/** A change to a spot's status, which the feed shows between posts. */
export const SpotStateChange = z
  .object({
    spot: z.object({ id: Id, name: z.string(), city: z.string().nullable() }),
    state: z.enum(SPOT_STATES),
    changed_at: Moment,
  })
  .meta({ id: 'SpotStateChange' })

/** A change to a spot's status, which the feed shows between posts. */
export type SpotStateChange = z.output<typeof SpotStateChange>

const FeedPage = z.object({
  ...Page(Post).shape,
  /**
   * Spots whose status changed in these posts' time range, newest first, each at most once a day; empty in `followed`.
   */
  changes: z.array(SpotStateChange),
})

/** Reads posts. The operations that change them are in `post-changes`. */
export const postEndpoints = {
  listPosts: endpoint('GET /api/posts', {
    summary:
      'List the feed’s posts, newest first, in pages. Each page also includes spots that changed condition in the same period. With `filter=followed`, pages contain only posts by people the viewer follows.',
    policy: 'member',
    scope: 'posts:read',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional(), filter: z.enum(['all', 'followed']).default('all') }),
    answer: FeedPage,
    errors: ['BAD_CURSOR'],
  }),
  newPostsSince: endpoint('GET /api/posts/news', {
    summary: 'Count the posts that are newer than a given post, up to 100',
    policy: 'member',
    scope: 'posts:read',
    rate: 'read',
    query: z.object({ since: Id, filter: z.enum(['all', 'followed']).default('all') }),
    answer: z.object({ count: z.number().int() }),
    errors: ['POST_NOT_FOUND'],
  }),
  newestSpotChanges: endpoint('GET /api/posts/changes', {
    summary: 'List the spots with the latest condition changes, newest first, as the feed shows them',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    answer: z.object({ items: z.array(SpotStateChange).max(LIMITS.feed_spot_changes) }),
  }),
  getPost: endpoint('GET /api/posts/:post_id', {
    summary: 'Get a post',
    policy: 'member',
    scope: 'posts:read',
    rate: 'read',
    params: PostParams,
    answer: Post,
    errors: ['POST_NOT_FOUND'],
  }),
  relatedPosts: endpoint('GET /api/posts/:post_id/related', {
    summary:
      'List the set of posts that a post is shown with, oldest first. A set contains posts by the same person at the same spot within five minutes.',
    policy: 'member',
    scope: 'posts:read',
    rate: 'read',
    params: PostParams,
    answer: z.object({ items: z.array(Post) }),
    errors: ['POST_NOT_FOUND'],
  }),
}
