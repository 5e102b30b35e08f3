import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { ListKey } from '../lists/index.ts'
import { Media } from '../media/index.ts'
import { Cursor, Id, Moment, Person, IdempotencyHeaders } from '../shapes.ts'
import { OptionalText } from '../texts.ts'
import { issue } from '../sentences.ts'
import { PersonParams } from '../people/index.ts'

/** A list shared in a conversation. Its count and photo cover only spots that the viewer can see. */
const SharedList = z
  .object({
    id: Id,
    /** The key that opens the list for the viewer: its link or its id. */
    key: z.string(),
    user: Person,
    name: z.string(),
    spots_count: z.number().int(),
    photo: Media.nullable(),
  })
  .meta({ id: 'SharedList' })

/** A spot, post item, or list shared in a conversation. Null if it was deleted or the viewer can't see it. */
export const SharedContent = z
  .object({
    kind: z.enum(['spot', 'post', 'list']),
    spot: z
      .object({ id: Id, name: z.string(), city: z.string().nullable(), photo: Media.nullable() })
      .nullable(),
    post: z
      .object({
        id: Id,
        media_index: z.number().int(),
        user: Person,
        title: z.string(),
        /** Null for text posts. */
        media: Media.nullable(),
        spot_id: Id.nullable(),
      })
      .nullable(),
    list: SharedList.nullable(),
  })
  .meta({ id: 'SharedContent' })

/** A message. Deleted messages stay in the list without content. */
export const Message = z
  .object({
    id: Id,
    thread_id: Id,
    /** The message's number in the conversation, which starts at 1 and has no gaps. */
    seq: z.number().int(),
    user_id: Id,
    content: z.string().nullable(),
    shared: SharedContent.nullable(),
    created_at: Moment,
    deleted_at: Moment.nullable(),
  })
  .meta({ id: 'Message' })

/** A conversation between two people, for one of them (the viewer). */
export const Thread = z
  .object({
    id: Id,
    /** The other person in the conversation. */
    user: Person,
    /** `requests` until the viewer accepts, replies, or follows the sender. */
    box: z.enum(['inbox', 'requests']),
    /** Whether the other person has accepted; until then, the viewer can send only a few messages. */
    accepted_by_other: z.boolean(),
    last_message: Message.nullable(),
    unread_count: z.number().int(),
    /** The viewer has read messages up to this `seq`. */
    read_seq: z.number().int(),
    /** The other person has read messages up to this `seq`; 0 until they accept. */
    read_seq_of_other: z.number().int(),
    last_message_at: Moment,
    /** Whether the viewer muted notifications for this conversation. */
    is_muted: z.boolean(),
  })
  .meta({ id: 'Thread' })

/** A message. */
export type Message = z.output<typeof Message>
/** A conversation between two people, for one of them (the viewer). */
export type Thread = z.output<typeof Thread>
/** A spot, post item, or list shared in a conversation. */
export type SharedContent = z.output<typeof SharedContent>

const NewMessage = z
  .object({
    content: OptionalText(LIMITS.message_max),
    /** Shares a spot, a post item, or a list, but only one of them. */
    spot_id: Id.optional(),
    post: z.object({ post_id: Id, media_index: z.number().int().min(0).max(999).default(0) }).optional(),
    /** The list's id or link. Owners can use the id of a list that is shared by link. */
    list_key: ListKey.optional(),
  })
  .refine(({ content, spot_id, post, list_key }) => content !== null || spot_id || post || list_key, {
    path: ['content'],
    error: issue`Enter some text.`,
  })
  .refine(({ spot_id, post, list_key }) => [spot_id, post, list_key].filter(Boolean).length <= 1, {
    path: ['post'],
    error: issue`You can share one thing per message.`,
  })
  .meta({ id: 'NewMessage' })

/** The result of parsing {@link NewMessage}. */
export type NewMessage = z.output<typeof NewMessage>

const ThreadParams = z.object({ thread_id: Id })
/** Conversations between two people. No one else can read them, not even admins. */
export const messageEndpoints = {
  listThreads: endpoint('GET /api/messages/threads', {
    summary: 'List the viewer’s conversations or message requests, latest message first, in pages',
    policy: 'member',
    scope: 'messages:read',
    rate: 'read',
    query: z.object({ box: z.enum(['inbox', 'requests']).default('inbox'), cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(Thread), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  countUnreadMessages: endpoint('GET /api/messages/unread', {
    summary:
      'Count unread messages in the inbox, and requests with unread messages. A count of 10 means 10 or more.',
    policy: 'member',
    scope: 'messages:read',
    rate: 'read',
    answer: z.object({ unread_count: z.number().int(), requests_count: z.number().int() }),
  }),
  getThread: endpoint('GET /api/messages/threads/:thread_id', {
    summary: 'Get one of the viewer’s conversations',
    policy: 'member',
    scope: 'messages:read',
    rate: 'read',
    params: ThreadParams,
    answer: Thread,
    errors: ['THREAD_NOT_FOUND'],
  }),
  getThreadWith: endpoint('GET /api/messages/with/:user_id', {
    summary: 'Get a person and the viewer’s conversation with them, if there is one',
    policy: 'member',
    scope: 'messages:read',
    rate: 'read',
    params: PersonParams,
    answer: z.object({ user: Person, thread: Thread.nullable() }),
    errors: ['PERSON_NOT_FOUND'],
  }),
  sendMessage: endpoint('POST /api/messages/with/:user_id', {
    summary:
      'Send a message to a person: text, a spot, an item of a post, or a list. The first message starts the conversation. Returns the message.',
    policy: 'member',
    scope: 'messages:write',
    rate: 'message',
    params: PersonParams,
    headers: IdempotencyHeaders,
    body: NewMessage,
    answer: Message,
    status: 201,
    errors: [
      'PERSON_NOT_FOUND',
      'REQUEST_WAITS',
      'SPOT_NOT_FOUND',
      'POST_NOT_FOUND',
      'MEDIA_NOT_FOUND',
      'LIST_NOT_FOUND',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
  listMessages: endpoint('GET /api/messages/threads/:thread_id/messages', {
    summary: 'List a conversation’s messages, newest first, in pages',
    policy: 'member',
    scope: 'messages:read',
    rate: 'read',
    params: ThreadParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(Message), next_cursor: Cursor.nullable() }),
    errors: ['THREAD_NOT_FOUND', 'BAD_CURSOR'],
  }),
  readThread: endpoint('PUT /api/messages/threads/:thread_id/read', {
    summary: 'Mark a conversation as read up to the message with this `seq`',
    policy: 'member',
    scope: 'messages:write',
    rate: 'write',
    params: ThreadParams,
    body: z.object({ seq: z.number().int().min(0) }),
    errors: ['THREAD_NOT_FOUND'],
  }),
  acceptThread: endpoint('PUT /api/messages/threads/:thread_id/accept', {
    summary: 'Accept a message request. Repeating the call changes nothing.',
    policy: 'member',
    scope: 'messages:write',
    rate: 'write',
    params: ThreadParams,
    errors: ['THREAD_NOT_FOUND'],
  }),
  muteThread: endpoint('PUT /api/messages/threads/:thread_id/muted', {
    summary: 'Mute or unmute a conversation on the viewer’s devices',
    policy: 'member',
    scope: 'messages:write',
    rate: 'write',
    params: ThreadParams,
    body: z.object({ is_muted: z.boolean() }),
    errors: ['THREAD_NOT_FOUND'],
  }),
  clearThread: endpoint('DELETE /api/messages/threads/:thread_id', {
    summary:
      'Clear a conversation for the viewer only. A new message brings it back without the earlier ones.',
    policy: 'member',
    scope: 'messages:write',
    rate: 'remove',
    params: ThreadParams,
    errors: ['THREAD_NOT_FOUND'],
  }),
  removeMessage: endpoint('DELETE /api/messages/:message_id', {
    summary: 'Delete one of the viewer’s own messages for both people. Repeating the call changes nothing.',
    policy: 'member',
    scope: 'messages:write',
    rate: 'remove',
    params: z.object({ message_id: Id }),
    errors: ['MESSAGE_NOT_FOUND'],
  }),
}
