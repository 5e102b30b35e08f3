import { z } from 'zod'
import { Moment } from '../shapes.ts'
import { SPOT_STATES } from './check-kinds.ts'

/** The status of a spot, derived from its status reports (docs/decisions/0098-spot-checks.md). */
export const Standing = z
  .object({
    state: z.enum(SPOT_STATES),
    /** The last day on which the spot is closed or under construction. */
    until: z.iso.date().nullable(),
    /** When the spot was last confirmed; null if never since it was shared. */
    confirmed_at: Moment.nullable(),
    /** How many people confirm it. */
    confirmed_by: z.number().int(),
    /** Whether the spot went unconfirmed for `LIMITS.check_doubt_months`. */
    is_doubtful: z.boolean(),
  })
  .meta({ id: 'Standing' })

/** The status of a spot, derived from its status reports. */
export type Standing = z.output<typeof Standing>
