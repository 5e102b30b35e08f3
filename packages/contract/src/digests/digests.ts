import { z } from 'zod'
import { Token } from '../accounts/index.ts'
import { endpoint } from '../endpoint.ts'
import { Moment, TimeZone } from '../shapes.ts'

/** What a person asked to be notified without anybody having done anything to them. All of it is off until they ask. */
export const Digests = z
  .object({
    /** The weekly mail: what happened to their posts, near the spots they saved, and among the people they follow. */
    digest: z.boolean(),
    /** New spots near those they saved, once a day at most. */
    places: z.boolean(),
    /** Where the person is: the weekly mail comes on their Monday morning. */
    time_zone: TimeZone,
    /** When the next weekly mail is due; null without. */
    digest_due_at: Moment.nullable(),
  })
  .meta({ id: 'Digests' })

/** @see Digests */
export type Digests = z.output<typeof Digests>

const Changes = Digests.omit({ digest_due_at: true }).partial()

/** A change of the settings: what is not named stays. */
export type DigestChanges = z.output<typeof Changes>

/** The weekly mail, and new spots near saved ones. */
export const digestEndpoints = {
  getDigests: endpoint('GET /api/digests', {
    summary:
      'Whether the viewer gets the weekly mail, and whether they are notified of new spots near those they saved',
    policy: 'member',
    rate: 'read',
    answer: Digests,
  }),
  setDigests: endpoint('PATCH /api/digests', {
    summary: 'Ask for the weekly mail or to be notified of new spots, or end them; what is not named stays',
    policy: 'member',
    rate: 'write',
    body: Changes,
    answer: Digests,
  }),
  endDigest: endpoint('POST /api/digests/end-digest', {
    summary: 'End the weekly mail with the token of a link in it, also without a session',
    policy: 'anyone',
    rate: 'write',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
}
