import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Media } from './media.ts'
import { Mention } from './notifications.ts'
import { Cursor, Id, Moment, Person } from './shapes.ts'
import { SPOT_TYPES } from './spot-types.ts'

/** What a post is for; set by the server alone, never read from its texts. */
export const PostKind = z.enum(['spot', 'media', 'cover', 'profile_picture', 'text', 'on_demand', 'repair'])

const Counts = z.object({
  likes_count: z.number().int(),
  comments_count: z.number().int(),
  /** Whether the viewer likes it. */
  liked: z.boolean(),
})

/** One picture or video of a post, with what people did to it. */
export const PostMedia = z
  .object({
    media_index: z.number().int(),
    media: Media,
    ...Counts.shape,
    /** It is its spot's cover now. */
    is_cover: z.boolean(),
  })
  .meta({ id: 'PostMedia' })

/** The spot a post was made at, as its plate shows it. */
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

/** A post as feeds show it. `version` goes back in `If-Match` when it is changed. */
export const Post = z
  .object({
    id: Id,
    kind: PostKind,
    user_id: Id,
    user: Person,
    spot_id: Id.nullable(),
    spot: PostSpot.nullable(),
    title: z.string(),
    content: z.string().nullable(),
    /** Who is meant by the `@names` in its title and content. */
    mentions: z.array(Mention),
    media: z.array(PostMedia),
    /** A photo elsewhere that the post names: shown as a link with its host, never loaded. */
    photo_link: z.object({ url: z.string(), host: z.string() }).nullable(),
    /** The counts of a text post, as its `media_index` 0. Null when it has media. */
    words: Counts.nullable(),
    /** Of the post as a whole: every media item's comments together. */
    comments_count: z.number().int(),
    /** The viewer saved it for later. */
    saved: z.boolean(),
    version: z.number().int(),
    created_at: Moment,
    updated_at: Moment,
  })
  .meta({ id: 'Post' })

/** A post as feeds show it. */
export type Post = z.output<typeof Post>
/** One picture or video of a post, with what people did to it. */
export type PostMedia = z.output<typeof PostMedia>

/** One post by its id. */
export const PostParams = z.object({ post_id: Id })
/** One media item of a post. */
export const ItemParams = z.object({
  post_id: Id,
  media_index: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number),
})

const Page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: Cursor.nullable() })

/** Reading posts, and likes; what changes a post is in post-changes. */
export const postEndpoints = {
  listPosts: endpoint('GET /api/posts', {
    summary: 'The feed, newest first, in pages; `followed` leaves only people the viewer follows',
    policy: 'member',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional(), filter: z.enum(['all', 'followed']).default('all') }),
    answer: Page(Post),
    errors: ['BAD_CURSOR'],
  }),
  newPostsSince: endpoint('GET /api/posts/news', {
    summary: 'How many posts are newer than the given one (at most 100 are counted)',
    policy: 'member',
    rate: 'read',
    query: z.object({ since: Id, filter: z.enum(['all', 'followed']).default('all') }),
    answer: z.object({ count: z.number().int() }),
    errors: ['POST_NOT_FOUND'],
  }),
  getPost: endpoint('GET /api/posts/:post_id', {
    summary: 'One post',
    policy: 'member',
    rate: 'read',
    params: PostParams,
    answer: Post,
    errors: ['POST_NOT_FOUND'],
  }),
  relatedPosts: endpoint('GET /api/posts/:post_id/related', {
    summary:
      'The set a post is shown with: the same person at the same spot within five minutes, oldest first',
    policy: 'member',
    rate: 'read',
    params: PostParams,
    answer: z.object({ items: z.array(Post) }),
    errors: ['POST_NOT_FOUND'],
  }),
  likeMedia: endpoint('PUT /api/posts/:post_id/media/:media_index/like', {
    summary: 'Like a media item; again changes nothing',
    policy: 'member',
    rate: 'like',
    params: ItemParams,
    answer: z.object({ likes_count: z.number().int(), liked: z.boolean() }),
    errors: ['POST_NOT_FOUND', 'MEDIA_NOT_FOUND'],
  }),
  unlikeMedia: endpoint('DELETE /api/posts/:post_id/media/:media_index/like', {
    summary: 'Take a like back; again changes nothing',
    policy: 'member',
    rate: 'like',
    params: ItemParams,
    answer: z.object({ likes_count: z.number().int(), liked: z.boolean() }),
    errors: ['POST_NOT_FOUND', 'MEDIA_NOT_FOUND'],
  }),
  listLikes: endpoint('GET /api/posts/:post_id/media/:media_index/likes', {
    summary: 'Who likes a media item, newest first, in pages',
    policy: 'member',
    rate: 'read',
    params: ItemParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: Page(
      z.object({
        id: Id,
        user_id: Id,
        media_index: z.number().int(),
        created_at: Moment,
        user: Person,
        /** Whether the viewer follows them. */
        following: z.boolean(),
      }),
    ),
    errors: ['POST_NOT_FOUND', 'MEDIA_NOT_FOUND', 'BAD_CURSOR'],
  }),
}
