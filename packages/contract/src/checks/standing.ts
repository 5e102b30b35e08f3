import { z } from 'zod'
import { Moment } from '../shapes.ts'
import { SPOT_STATES } from './check-kinds.ts'

/** How a spot stands, as its checks say (docs/decisions/0098-spot-checks.md). */
export const Standing = z
  .object({
    state: z.enum(SPOT_STATES),
    /** The last day on which it is closed, or under construction. */
    until: z.iso.date().nullable(),
    /** When somebody confirmed it last; null when nobody did since it was shared. */
    confirmed_at: Moment.nullable(),
    /** How many people confirm it. */
    confirmed_by: z.number().int(),
    /** Nobody has confirmed it for `LIMITS.check_doubt_months`. */
    is_doubtful: z.boolean(),
  })
  .meta({ id: 'Standing' })

/** How a spot stands, as its checks say. */
export type Standing = z.output<typeof Standing>
