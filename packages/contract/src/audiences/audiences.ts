import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../shapes.ts'
import { AUDIENCES, POST_AUDIENCES } from './audience-table.ts'

/** Who may know of a spot. */
export const AudienceIn = z.enum(AUDIENCES).meta({ id: 'Audience' })

/** Who may know of a post without a spot. */
export const PostAudienceIn = z.enum(POST_AUDIENCES).meta({ id: 'PostAudience' })

/** What a form shows where {@link namesItsCrew} does not hold. */
export const CREW_MISSING = { path: ['crew_id'], error: 'Please choose a crew' }

export const audienceEndpoints = {
  lastAudience: endpoint('GET /api/spots/audience', {
    summary: 'Who may know of the spot that you shared last: what the form begins with',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    answer: z.object({ audience: AudienceIn, crew_id: Id.nullable() }),
  }),
}
