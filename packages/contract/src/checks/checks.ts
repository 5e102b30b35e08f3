import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Cursor, Id, IdempotencyHeaders, Latitude, Longitude, Moment, Person } from '../shapes.ts'
import { CHECK_ANSWERS, CHECK_DISTANCES, getUntilRule } from './check-kinds.ts'
import { SpotCondition } from './spot-condition.ts'
import { issue } from '../sentences.ts'

/** A status report: what a person saw at a spot. */
export const Check = z
  .object({
    id: Id,
    answer: z.enum(CHECK_ANSWERS),
    until: z.iso.date().nullable(),
    distance: z.enum(CHECK_DISTANCES),
    /** The post with the photo taken for this report; null if there is none. */
    post_id: Id.nullable(),
    user: Person,
    seen_at: Moment,
  })
  .meta({ id: 'Check' })

/** A status report: what a person saw at a spot. */
export type Check = z.output<typeof Check>

const NEEDED = issue`Choose an end date.`
const UNNEEDED = issue`This can’t have an end date.`
const PROOF = issue`Share your location or add a photo from today.`

/**
 * A new status report. One of these is required: `position`, which is compared with the spot's and then discarded;
 * `distance`, as measured by an offline device; or `media_id`, a photo taken today.
 */
export const NewCheck = z
  .object({
    answer: z.enum(CHECK_ANSWERS),
    /** The end date: required for `closed`, optional for `under_construction`. */
    until: z.iso.date().optional(),
    /** The device's position; `accuracy` in meters. */
    position: z
      .object({ latitude: Latitude, longitude: Longitude, accuracy: z.number().min(0).max(50_000) })
      .optional(),
    distance: z.enum(['at', 'near']).optional(),
    /** When `distance` was measured. A future time counts as now. */
    seen_at: Moment.optional(),
    /** A photo that also becomes part of the spot's page. */
    media_id: Id.optional(),
    /** When the photo was taken, according to its metadata; absent if unknown. */
    taken_at: Moment.optional(),
  })
  .superRefine(({ answer, until, position, distance, media_id }, context) => {
    const wants = getUntilRule(answer)
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (wants === 'needed' && until === undefined) refuse('until', NEEDED)
    if (wants === 'none' && until !== undefined) refuse('until', UNNEEDED)
    if (position === undefined && distance === undefined && media_id === undefined) refuse('position', PROOF)
  })
  .meta({ id: 'NewCheck' })

/** The result of parsing {@link NewCheck}. */
export type NewCheck = z.output<typeof NewCheck>

const SpotParams = z.object({ spot_id: Id })

/** Status reports about spots. */
export const checkEndpoints = {
  addCheck: endpoint('POST /api/spots/:spot_id/checks', {
    summary: `Report a spot’s status, from within ${LIMITS.check_metres} m of it or with a photo from today. Replaces the viewer’s reports about the spot from the previous 24 hours. Returns the report’s id and the spot’s condition.`,
    policy: 'member',
    scope: 'spots:write',
    rate: 'check',
    params: SpotParams,
    headers: IdempotencyHeaders,
    body: NewCheck,
    answer: z.object({ id: Id, standing: SpotCondition }),
    status: 201,
    errors: [
      'SPOT_NOT_FOUND',
      'TOO_FAR',
      'PHOTO_TOO_OLD',
      'MEDIA_NOT_FOUND',
      'MEDIA_TAKEN',
      'MEDIA_NOT_READY',
      'UNPROCESSABLE',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
  listChecks: endpoint('GET /api/spots/:spot_id/checks', {
    summary: 'List a spot’s status reports, newest first, in pages',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: SpotParams,
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(Check), next_cursor: Cursor.nullable() }),
    errors: ['SPOT_NOT_FOUND', 'BAD_CURSOR'],
  }),
  removeCheck: endpoint('DELETE /api/checks/:check_id', {
    summary:
      'Delete one of the viewer’s status reports. Admins can delete anyone’s. The report’s photo is kept. Returns the spot’s new condition.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'remove',
    params: z.object({ check_id: Id }),
    answer: SpotCondition,
    errors: ['CHECK_NOT_FOUND'],
  }),
  dropChecksOf: endpoint('DELETE /api/people/:user_id/checks', {
    summary:
      'Delete all of a person’s status reports, for example if they were malicious. Returns the number of deleted reports.',
    policy: 'admin',
    rate: 'remove',
    params: z.object({ user_id: Id }),
    answer: z.object({ dropped: z.number().int() }),
    errors: ['PERSON_NOT_FOUND'],
  }),
}
