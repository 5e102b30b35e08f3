import { z } from 'zod'
import { DISCUSSION_CATEGORIES } from './discussion-categories.ts'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { Mention } from './notifications.ts'
import { Cursor, Filled, Id, Line, Moment, Person, Text } from './shapes.ts'
import { IdempotencyHeaders } from './spots.ts'

/** A discussion of the community. */
export const Discussion = z
  .object({
    id: Id,
    user_id: Id,
    user: Person,
    title: z.string(),
    content: z.string(),
    /** Who is meant by an `@name` of the title or the content. */
    mentions: z.array(Mention),
    category: z.enum(DISCUSSION_CATEGORIES),
    /** Without those of people who are not there for the viewer. */
    comments_count: z.number().int(),
    created_at: Moment,
  })
  .meta({ id: 'Discussion' })

/** See {@link Discussion}. */
export type Discussion = z.output<typeof Discussion>

/** What somebody said in a discussion. */
export const DiscussionComment = z
  .object({
    id: Id,
    discussion_id: Id,
    user_id: Id,
    user: Person,
    content: z.string(),
    mentions: z.array(Mention),
    created_at: Moment,
  })
  .meta({ id: 'DiscussionComment' })

/** See {@link DiscussionComment}. */
export type DiscussionComment = z.output<typeof DiscussionComment>

const filled = (text: ReturnType<typeof Text>) => text.pipe(z.string().min(1, 'Please fill in all fields'))

/** What a person sends to start a discussion. */
export const NewDiscussion = z
  .object({
    title: filled(Line(LIMITS.discussion_title_max)),
    content: filled(Text(LIMITS.discussion_content_max)),
    category: z.enum(DISCUSSION_CATEGORIES).default('general'),
  })
  .meta({ id: 'NewDiscussion' })

/** See {@link NewDiscussion}, as read by the server. */
export type NewDiscussion = z.output<typeof NewDiscussion>

const DiscussionParams = z.object({ discussion_id: Id })
const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: Cursor.nullable() })

/** Discussions and what is said in them. */
export const discussionEndpoints = {
  listDiscussions: endpoint('GET /api/discussions', {
    summary: 'All discussions, newest first, in pages',
    policy: 'member',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: page(Discussion),
    errors: ['BAD_CURSOR'],
  }),
  getDiscussion: endpoint('GET /api/discussions/:discussion_id', {
    summary: 'One discussion',
    policy: 'member',
    rate: 'read',
    params: DiscussionParams,
    answer: Discussion,
    errors: ['DISCUSSION_NOT_FOUND'],
  }),
  startDiscussion: endpoint('POST /api/discussions', {
    summary: 'Start a discussion',
    policy: 'member',
    rate: 'post',
    headers: IdempotencyHeaders,
    body: NewDiscussion,
    answer: Discussion,
    status: 201,
    errors: ['IN_PROGRESS', 'KEY_REUSED'],
  }),
  removeDiscussion: endpoint('DELETE /api/discussions/:discussion_id', {
    summary: 'Delete a discussion with all that was said in it; its author or an admin',
    policy: 'member',
    rate: 'remove',
    params: DiscussionParams,
    errors: ['DISCUSSION_NOT_FOUND'],
  }),
  listDiscussionComments: endpoint('GET /api/discussions/:discussion_id/comments', {
    summary: 'What was said in a discussion, newest first, in pages',
    policy: 'member',
    rate: 'read',
    params: DiscussionParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: page(DiscussionComment).extend({ comments_count: z.number().int() }),
    errors: ['DISCUSSION_NOT_FOUND', 'BAD_CURSOR'],
  }),
  addDiscussionComment: endpoint('POST /api/discussions/:discussion_id/comments', {
    summary: 'Say something in a discussion',
    policy: 'member',
    rate: 'comment',
    params: DiscussionParams,
    headers: IdempotencyHeaders,
    body: z.object({ content: Text(LIMITS.comment_max).pipe(Filled) }),
    answer: DiscussionComment,
    status: 201,
    errors: ['DISCUSSION_NOT_FOUND', 'IN_PROGRESS', 'KEY_REUSED'],
  }),
  removeDiscussionComment: endpoint('DELETE /api/discussions/:discussion_id/comments/:comment_id', {
    summary: 'Delete what was said in a discussion; its author or an admin',
    policy: 'member',
    rate: 'remove',
    params: z.object({ discussion_id: Id, comment_id: Id }),
    errors: ['DISCUSSION_NOT_FOUND', 'COMMENT_NOT_FOUND'],
  }),
}
