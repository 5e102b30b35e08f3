import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Media } from './media.ts'
import { Appeal } from './moderation.ts'
import { CASE_KINDS } from './moderation-types.ts'
import { OWN_KINDS } from './own-kinds.ts'
import { Cursor, Id, Moment } from './shapes.ts'

/** Why somebody is suspended: what a moderator decided about something of theirs, or about them. */
export const SuspensionReason = z
  .object({
    reason: z.string(),
    decided_at: Moment,
    /** What it was about; null where a moderator suspended the person without a case. */
    kind: z.enum(CASE_KINDS).nullable(),
    /** Its text when it was reported. */
    words: z.string().nullable(),
    /** The person's appeal; null until they send one. */
    appeal: Appeal.nullable(),
    /** Opens the decision at `/appeal`, to read it and say once what is wrong; null without a case. */
    appeal_token: z.string().nullable(),
  })
  .meta({ id: 'SuspensionReason' })

/** Why somebody is suspended: what a moderator decided about something of theirs, or about them. */
export type SuspensionReason = z.output<typeof SuspensionReason>

/** Something the viewer made, as they wrote it. Of others there is nothing in it but names. */
export const OwnContent = z
  .object({
    id: Id,
    created_at: Moment,
    /** Title of a post or discussion, name of a spot. */
    title: z.string().nullable(),
    words: z.string().nullable(),
    /** Photos and videos of a post, cover of a spot; the viewer's own alone. */
    media: z.array(Media),
    /** Address elsewhere of a post's photo. */
    photo_url: z.string().nullable(),
    /** Name of the spot a post is at, or a message shares. */
    spot: z.string().nullable(),
    /** The name of a spot's town, state and country. */
    place: z.string().nullable(),
    /** What a comment is under. */
    under: z.enum(['post', 'discussion']).nullable(),
    /** What a message shares. */
    shared: z.enum(['spot', 'post']).nullable(),
    /** Name of whom a message went to; null where they are not there for the viewer. */
    to: z.string().nullable(),
    /** A moderator has taken it out of sight. */
    is_hidden: z.boolean(),
  })
  .meta({ id: 'OwnContent' })

/** Something the viewer made, as they wrote it. */
export type OwnContent = z.output<typeof OwnContent>

/** What who is suspended reads: why, and what is theirs. */
export const ownContentEndpoints = {
  getSuspension: endpoint('GET /api/my-data/suspension', {
    summary:
      'Since when and why the viewer is suspended, and what they can say against it; `suspended_at` is null for who is not. Nothing gives a reason where the operator did it',
    policy: 'own',
    rate: 'read',
    answer: z.object({ suspended_at: Moment.nullable(), reasons: z.array(SuspensionReason) }),
  }),
  getSuspensionNotice: endpoint('GET /api/my-data/suspension/notice', {
    summary:
      'For a session that a suspension ended: since when and why, until the person signs in again. `suspended_at` is null for any other session, and for none',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({ suspended_at: Moment.nullable(), reasons: z.array(z.string()) }),
  }),
  listOwnContent: endpoint('GET /api/my-data/mine', {
    summary: 'What the viewer made, of one kind, newest first, in pages; of conversations their own messages',
    policy: 'own',
    rate: 'read',
    query: z.object({ kind: z.enum(OWN_KINDS), cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(OwnContent), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
}
