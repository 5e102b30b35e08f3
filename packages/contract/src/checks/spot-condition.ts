import { z } from 'zod'
import { Moment } from '../shapes.ts'
import { SPOT_STATES } from './check-kinds.ts'

/** A spot's condition, derived from status reports (docs/decisions/0098-spot-checks.md). */
export const SpotCondition = z
  .object({
    state: z.enum(SPOT_STATES),
    /** The last day of the closure or construction. */
    until: z.iso.date().nullable(),
    /** When the spot was last confirmed; null if no one has since it was shared. */
    confirmed_at: Moment.nullable(),
    /** The number of people who confirmed the condition. */
    confirmed_by: z.number().int(),
    /** Whether no one has confirmed the spot for `LIMITS.check_doubt_months`. */
    is_doubtful: z.boolean(),
  })
  .meta({ id: 'SpotCondition' })

/** A spot's condition, derived from status reports. */
export type SpotCondition = z.output<typeof SpotCondition>
