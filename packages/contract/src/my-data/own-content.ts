import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Media } from '../media/index.ts'
import { Appeal, CASE_KINDS } from '../moderation/index.ts'
import { Cursor, Id, Moment } from '../shapes.ts'
import { OWN_KINDS } from './own-kinds.ts'

/** A reason for a suspension: a decision about the person or their content. */
export const SuspensionReason = z
  .object({
    reason: z.string(),
    decided_at: Moment,
    /** The type of the case's subject; null if a moderator suspended the person without a case. */
    kind: z.enum(CASE_KINDS).nullable(),
    /** The subject's text when it was reported. */
    words: z.string().nullable(),
    /** The person's appeal; null until they submit one. */
    appeal: Appeal.nullable(),
    /** A token for `/appeal`, which lets the person read the decision and appeal once; null if there was no case. */
    appeal_token: z.string().nullable(),
  })
  .meta({ id: 'SuspensionReason' })

/** A reason for a suspension: a decision about the person or their content. */
export type SuspensionReason = z.output<typeof SuspensionReason>

/** An item of the viewer's own content; other people appear in it by name only. */
export const OwnContent = z
  .object({
    id: Id,
    created_at: Moment,
    /** A post's or discussion's title, or a spot's name. */
    title: z.string().nullable(),
    words: z.string().nullable(),
    /** A post's photos and videos, or a spot's cover; only the viewer's own. */
    media: z.array(Media),
    /** The URL of the post's photo on another site. */
    photo_url: z.string().nullable(),
    /** The name of the post's spot, or of the spot that the message shares. */
    spot: z.string().nullable(),
    /** The spot's town, state, and country. */
    place: z.string().nullable(),
    /** What kind of content the comment is on. */
    under: z.enum(['post', 'discussion']).nullable(),
    /** What kind of content the message shares. */
    shared: z.enum(['spot', 'post', 'list']).nullable(),
    /** The name of the message's recipient; null if the viewer can't see them. */
    to: z.string().nullable(),
    /** Whether a moderator hid this item. */
    is_hidden: z.boolean(),
  })
  .meta({ id: 'OwnContent' })

/** An item of the viewer's own content. */
export type OwnContent = z.output<typeof OwnContent>

/** The reasons for the viewer's suspension, and the viewer's own content; available while suspended. */
export const ownContentEndpoints = {
  getSuspension: endpoint('GET /api/my-data/suspension', {
    summary:
      'Get when and why the viewer was suspended, and how they can appeal. `suspended_at` is null if they aren’t suspended. `reasons` is empty if the operator suspended them.',
    policy: 'own',
    rate: 'read',
    answer: z.object({ suspended_at: Moment.nullable(), reasons: z.array(SuspensionReason) }),
  }),
  getSuspensionNotice: endpoint('GET /api/my-data/suspension/notice', {
    summary:
      'Get when and why a suspension ended this session. Works until the person signs in again. `suspended_at` is null for any other session, or without a session.',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({ suspended_at: Moment.nullable(), reasons: z.array(z.string()) }),
  }),
  listOwnContent: endpoint('GET /api/my-data/mine', {
    summary:
      'List the viewer’s own content of one kind, newest first. For conversations, this includes only the viewer’s own messages. Paginated.',
    policy: 'own',
    rate: 'read',
    query: z.object({ kind: z.enum(OWN_KINDS), cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(OwnContent), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
}
