import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Mention } from '../mentions/index.ts'
import { Cursor, Id, IfMatchHeaders, Moment, Person, IdempotencyHeaders } from '../shapes.ts'
import { Line, OptionalText, Text } from '../texts.ts'
import { DISCUSSION_CATEGORIES, DISCUSSION_ORDERS } from './discussion-categories.ts'
import { issue } from '../sentences.ts'

/** A discussion. An edit sends its `version` in `If-Match`. */
export const Discussion = z
  .object({
    id: Id,
    user_id: Id,
    user: Person,
    title: z.string(),
    content: z.string(),
    /** The people mentioned by `@name` in the title or content. */
    mentions: z.array(Mention),
    category: z.enum(DISCUSSION_CATEGORIES),
    /** Excludes comments by people the viewer can't see. */
    comments_count: z.number().int(),
    /** Excludes likes by people the viewer can't see. */
    likes_count: z.number().int(),
    liked: z.boolean(),
    version: z.number().int(),
    created_at: Moment,
    /** When its author last edited it; null if never. */
    edited_at: Moment.nullable(),
  })
  .meta({ id: 'Discussion' })

/** A discussion. */
export type Discussion = z.output<typeof Discussion>

function filled(text: ReturnType<typeof Text>) {
  return text.pipe(z.string().min(1, issue`Please fill in all fields.`))
}

/** The input for starting a discussion. */
export const NewDiscussion = z
  .object({
    title: filled(Line(LIMITS.discussion_title_max)),
    content: filled(Text(LIMITS.discussion_content_max)),
    category: z.enum(DISCUSSION_CATEGORIES).default('general'),
  })
  .meta({ id: 'NewDiscussion' })

/** The result of parsing {@link NewDiscussion}. */
export type NewDiscussion = z.output<typeof NewDiscussion>

/** An edit to a discussion; absent fields stay unchanged. */
export const DiscussionEdit = z
  .object({
    title: filled(Line(LIMITS.discussion_title_max)),
    content: filled(Text(LIMITS.discussion_content_max)),
    category: z.enum(DISCUSSION_CATEGORIES),
  })
  .partial()
  .meta({ id: 'DiscussionEdit' })

/** The result of parsing {@link DiscussionEdit}. */
export type DiscussionEdit = z.output<typeof DiscussionEdit>

const DiscussionParams = z.object({ discussion_id: Id })
const Likes = z.object({ likes_count: z.number().int(), liked: z.boolean() })

/** Discussions. Comments on them are in `commentEndpoints`, along with comments on posts. */
export const discussionEndpoints = {
  listDiscussions: endpoint('GET /api/discussions', {
    summary:
      'List discussions of all categories or one, in pages. The newest discussions or latest comments come first, depending on `order`. With `q`, lists only discussions with all of its words in the title or content.',
    policy: 'member',
    scope: 'discussions:read',
    rate: 'read',
    query: z.object({
      category: z.enum(DISCUSSION_CATEGORIES).optional(),
      q: OptionalText(LIMITS.search_max).optional(),
      order: z.enum(DISCUSSION_ORDERS).default('newest'),
      cursor: Cursor.optional(),
    }),
    answer: z.object({ items: z.array(Discussion), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  getDiscussion: endpoint('GET /api/discussions/:discussion_id', {
    summary: 'Get a discussion',
    policy: 'member',
    scope: 'discussions:read',
    rate: 'read',
    params: DiscussionParams,
    answer: Discussion,
    errors: ['DISCUSSION_NOT_FOUND'],
  }),
  startDiscussion: endpoint('POST /api/discussions', {
    summary: 'Start a discussion. Returns the discussion.',
    policy: 'member',
    scope: 'discussions:write',
    rate: 'post',
    headers: IdempotencyHeaders,
    body: NewDiscussion,
    answer: Discussion,
    status: 201,
    errors: ['IN_PROGRESS', 'KEY_REUSED'],
  }),
  editDiscussion: endpoint('PATCH /api/discussions/:discussion_id', {
    summary:
      'Edit a discussion. Only its author can do this. Refused with `STALE` if there is a newer version than the one in `If-Match`. Returns the discussion.',
    policy: 'member',
    scope: 'discussions:write',
    rate: 'write',
    params: DiscussionParams,
    headers: IfMatchHeaders,
    body: DiscussionEdit,
    answer: Discussion,
    errors: ['DISCUSSION_NOT_FOUND', 'STALE'],
  }),
  removeDiscussion: endpoint('DELETE /api/discussions/:discussion_id', {
    summary: 'Delete a discussion and its comments. Only its author and admins can do this.',
    policy: 'member',
    scope: 'discussions:write',
    rate: 'remove',
    params: DiscussionParams,
    errors: ['DISCUSSION_NOT_FOUND'],
  }),
  likeDiscussion: endpoint('PUT /api/discussions/:discussion_id/like', {
    summary: 'Like a discussion. Repeating the call changes nothing. Returns the new like count.',
    policy: 'member',
    scope: 'likes:write',
    rate: 'like',
    params: DiscussionParams,
    answer: Likes,
    errors: ['DISCUSSION_NOT_FOUND'],
  }),
  unlikeDiscussion: endpoint('DELETE /api/discussions/:discussion_id/like', {
    summary:
      'Remove the viewer’s like from a discussion. Repeating the call changes nothing. Returns the new like count.',
    policy: 'member',
    scope: 'likes:write',
    rate: 'like',
    params: DiscussionParams,
    answer: Likes,
    errors: ['DISCUSSION_NOT_FOUND'],
  }),
}
