import { z } from 'zod'
import { Token } from '../accounts/index.ts'
import { endpoint } from '../endpoint.ts'
import { Moment, TimeZone } from '../shapes.ts'

/** Opt-in notifications that aren't triggered by another person's action. All are off by default. */
export const Digests = z
  .object({
    /** The weekly email about activity on the person's posts, near their saved spots, and by people they follow. */
    digest: z.boolean(),
    /** Notifications about new spots near saved ones, at most one per day. */
    places: z.boolean(),
    /** The person's time zone; the weekly email is sent on Monday morning in this zone. */
    time_zone: TimeZone,
    /** When the next weekly email is due; null if it's turned off. */
    digest_due_at: Moment.nullable(),
  })
  .meta({ id: 'Digests' })

/** Opt-in notifications that aren't triggered by another person's action. */
export type Digests = z.output<typeof Digests>

const Changes = Digests.omit({ digest_due_at: true }).partial()

/** A change to these settings; absent fields stay unchanged. */
export type DigestChanges = z.output<typeof Changes>

/** The weekly email, and notifications about new spots near saved ones. */
export const digestEndpoints = {
  getDigests: endpoint('GET /api/digests', {
    summary:
      'Get the viewer’s settings for the weekly email, and for notifications about new spots near saved ones',
    policy: 'member',
    rate: 'read',
    answer: Digests,
  }),
  setDigests: endpoint('PATCH /api/digests', {
    summary:
      'Turn the weekly email, or notifications about new spots near saved ones, on or off. Omitted fields stay unchanged. Returns all settings.',
    policy: 'member',
    rate: 'write',
    body: Changes,
    answer: Digests,
  }),
  // The path keeps its old name, because installed apps and open pages call it.
  unsubscribe: endpoint('POST /api/digests/end-digest', {
    summary: 'Unsubscribe from the weekly email with the token from a link in it. Works without a session.',
    policy: 'anyone',
    rate: 'write',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
}
