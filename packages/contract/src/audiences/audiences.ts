import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AUDIENCES } from './audience-table.ts'

/** Who may know of a spot. */
export const AudienceIn = z.enum(AUDIENCES).meta({ id: 'Audience' })

export const audienceEndpoints = {
  lastAudience: endpoint('GET /api/spots/audience', {
    summary: 'Who may know of the spot that you shared last: what the form begins with',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    answer: z.object({ audience: AudienceIn }),
  }),
}
