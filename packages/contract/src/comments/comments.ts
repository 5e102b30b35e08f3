import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Mention } from '../mentions/index.ts'
import { Cursor, Id, Moment, Person, IdempotencyHeaders } from '../shapes.ts'
import { Filled, Text } from '../texts.ts'

/** A comment or reply, without its own replies. */
export const Reply = z
  .object({
    id: Id,
    /** The post and the index of its media item; null for a comment in a discussion. */
    post_id: Id.nullable(),
    media_index: z.number().int().nullable(),
    /** The discussion; null for a comment on a post. */
    discussion_id: Id.nullable(),
    user_id: Id,
    user: Person,
    content: z.string(),
    /** The people mentioned by `@name` in the text. */
    mentions: z.array(Mention),
    parent_comment_id: Id.nullable(),
    likes_count: z.number().int(),
    liked: z.boolean(),
    created_at: Moment,
    updated_at: Moment,
  })
  .meta({ id: 'Reply' })

/** A comment with its first replies, oldest first. Replies can't have replies of their own. */
export const Comment = Reply.extend({
  replies: z.array(Reply),
  /** The total number of replies; `listReplies` returns the rest. */
  replies_count: z.number().int(),
  /** A cursor for `listReplies` that continues after `replies`; null if there are no more. */
  replies_cursor: Cursor.nullable(),
}).meta({ id: 'Comment' })

/** A comment with its first replies, oldest first. */
export type Comment = z.output<typeof Comment>
/** A comment or reply, without its own replies. */
export type Reply = z.output<typeof Reply>

const CommentParams = z.object({ comment_id: Id })
const DiscussionParams = z.object({ discussion_id: Id })
const CommentsPage = z.object({
  items: z.array(Comment),
  next_cursor: Cursor.nullable(),
  comments_count: z.number().int(),
})
const NewComment = z.object({
  content: Text(LIMITS.comment_max).pipe(Filled),
  parent_comment_id: Id.nullish().transform((id) => id ?? null),
})
const mediaIndex = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)

/** Comments, replies, and likes on both. */
export const commentEndpoints = {
  listComments: endpoint('GET /api/posts/:post_id/comments', {
    summary:
      'List comments on one item of a post, or on the whole post, newest first, in pages. Each comment includes its first replies.',
    policy: 'member',
    scope: 'comments:read',
    rate: 'read',
    params: z.object({ post_id: Id }),
    query: z.object({ media_index: mediaIndex.optional(), cursor: Cursor.optional() }),
    answer: CommentsPage,
    errors: ['POST_NOT_FOUND', 'MEDIA_NOT_FOUND', 'BAD_CURSOR'],
  }),
  listDiscussionComments: endpoint('GET /api/discussions/:discussion_id/comments', {
    summary:
      'List comments on a discussion, newest first, in pages. Each comment includes its first replies.',
    policy: 'member',
    scope: 'comments:read',
    rate: 'read',
    params: DiscussionParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: CommentsPage,
    errors: ['DISCUSSION_NOT_FOUND', 'BAD_CURSOR'],
  }),
  listReplies: endpoint('GET /api/comments/:comment_id/replies', {
    summary: 'List replies to a comment, oldest first, in pages',
    policy: 'member',
    scope: 'comments:read',
    rate: 'read',
    params: CommentParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(Reply), next_cursor: Cursor.nullable() }),
    errors: ['COMMENT_NOT_FOUND', 'BAD_CURSOR'],
  }),
  addComment: endpoint('POST /api/posts/:post_id/comments', {
    summary:
      'Comment on an item of a post, or reply to one of its comments. Replies can’t have replies of their own. Returns the comment.',
    policy: 'member',
    scope: 'comments:write',
    rate: 'comment',
    params: z.object({ post_id: Id }),
    headers: IdempotencyHeaders,
    body: NewComment.extend({ media_index: z.number().int().min(0).max(999).default(0) }),
    answer: Comment,
    status: 201,
    errors: ['POST_NOT_FOUND', 'MEDIA_NOT_FOUND', 'COMMENT_NOT_FOUND', 'IN_PROGRESS', 'KEY_REUSED'],
  }),
  addDiscussionComment: endpoint('POST /api/discussions/:discussion_id/comments', {
    summary:
      'Comment on a discussion, or reply to one of its comments. Replies can’t have replies of their own. Returns the comment.',
    policy: 'member',
    scope: 'comments:write',
    rate: 'comment',
    params: DiscussionParams,
    headers: IdempotencyHeaders,
    body: NewComment,
    answer: Comment,
    status: 201,
    errors: ['DISCUSSION_NOT_FOUND', 'COMMENT_NOT_FOUND', 'IN_PROGRESS', 'KEY_REUSED'],
  }),
  removeComment: endpoint('DELETE /api/comments/:comment_id', {
    summary:
      'Delete a comment and its replies. The comment’s author, the author of its discussion, and admins can do this. If the discussion’s author deletes it, the comment’s author is notified.',
    policy: 'member',
    scope: 'comments:write',
    rate: 'remove',
    params: CommentParams,
    errors: ['COMMENT_NOT_FOUND'],
  }),
  likeComment: endpoint('PUT /api/comments/:comment_id/like', {
    summary: 'Like a comment. Repeating the call changes nothing. Returns the new like count.',
    policy: 'member',
    scope: 'likes:write',
    rate: 'like',
    params: CommentParams,
    answer: z.object({ likes_count: z.number().int(), liked: z.boolean() }),
    errors: ['COMMENT_NOT_FOUND'],
  }),
  unlikeComment: endpoint('DELETE /api/comments/:comment_id/like', {
    summary:
      'Remove the viewer’s like from a comment. Repeating the call changes nothing. Returns the new like count.',
    policy: 'member',
    scope: 'likes:write',
    rate: 'like',
    params: CommentParams,
    answer: z.object({ likes_count: z.number().int(), liked: z.boolean() }),
    errors: ['COMMENT_NOT_FOUND'],
  }),
}
