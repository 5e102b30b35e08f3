import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Id } from '../shapes.ts'
import {
  AUDIENCES,
  EXACT_AUDIENCES,
  isWithin,
  POST_AUDIENCES,
  PRECISIONS,
  type Audience,
  type ExactAudience,
} from './audience-table.ts'
import { issue } from '../sentences.ts'

/** Who can see a spot. */
export const AudienceIn = z.enum(AUDIENCES).meta({ id: 'Audience' })

/** How precisely a spot's position is shown to people who can't see the exact one. */
export const PrecisionIn = z.enum(PRECISIONS).meta({ id: 'Precision' })

/** Who can see a spot's exact position, and see the spot before it opens. */
export const ExactAudienceIn = z.enum(EXACT_AUDIENCES).meta({ id: 'ExactAudience' })

const TO_COME = issue`Choose a date within the next year.`

/** When a spot opens; must be in the future according to the server's clock. */
export const OpensAt = z.iso.datetime({ offset: true, error: TO_COME }).refine((moment) => {
  const ahead = Date.parse(moment) - Date.now()
  return ahead > 0 && ahead <= LIMITS.opens_max_days * 86_400_000
}, TO_COME)

/** Whether everyone who can see a spot's exact position can also see the spot. */
export function isExactWithin({
  audience = 'everybody',
  exact_for = 'only_me',
}: {
  audience?: Audience | undefined
  exact_for?: ExactAudience | undefined
}): boolean {
  return isWithin(exact_for, audience)
}

/** The form error if some people could see the spot's exact position but not the spot itself. */
export const EXACT_TOO_WIDE = {
  path: ['exact_for'],
  error: issue`Only people who can see the spot can see its exact location.`,
}

/** Who can see a post without a spot. */
export const PostAudienceIn = z.enum(POST_AUDIENCES).meta({ id: 'PostAudience' })

/** The form error if {@link namesItsCrew} is false. */
export const CREW_MISSING = { path: ['crew_id'], error: issue`Choose a crew.` }

export const audienceEndpoints = {
  lastAudience: endpoint('GET /api/spots/audience', {
    summary:
      'Get the audience and precision of the last spot that the viewer shared, to prefill the form for the next one',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    answer: z.object({
      audience: AudienceIn,
      precision: PrecisionIn,
      exact_for: ExactAudienceIn,
      crew_id: Id.nullable(),
    }),
  }),
}
