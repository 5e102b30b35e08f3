import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'
import { GROUND_STATES, NIGHT_LIGHTS } from './condition-values.ts'

/** Current conditions at a spot. */
export const Conditions = z
  .object({
    /** The spot's IANA time zone. */
    time_zone: z.string(),
    /** Whether the ground is wet; null if there is no weather data. */
    ground: z
      .object({
        state: z.enum(GROUND_STATES),
        /** Since when the ground is dry, if it was wet within the last two days. */
        dry_since: Moment.nullable(),
        /** Approximately when wet ground will be dry, if before tomorrow. */
        dry_from: Moment.nullable(),
        /** Whether it has a roof. */
        is_covered: z.boolean(),
      })
      .nullable(),
    /** Whether it is lit after dark. */
    night_light: z.enum(NIGHT_LIGHTS),
    /** Whether it is open according to its opening hours; null if those are unknown. */
    opening: z
      .object({
        is_open: z.boolean(),
        /** When that changes, if within a day. */
        changes_at: Moment.nullable(),
      })
      .nullable(),
    /** The chance of getting kicked out at this hour, based on reports; null without reports. */
    bust: z
      .object({
        chance: z.number().int(),
        certainty: z.number().int(),
        /** Monday is 0; a holiday counts as a Sunday. */
        weekday: z.number().int(),
        is_holiday: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Conditions' })

/** @see Conditions */
export type Conditions = z.output<typeof Conditions>

/** Current rain, light, opening hours, and chance of getting kicked out at a spot. */
export const conditionEndpoints = {
  getConditions: endpoint('GET /api/spots/:spot_id/conditions', {
    summary: 'Whether a spot is dry, lit and quiet now',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    params: z.object({ spot_id: Id }),
    answer: Conditions,
    errors: ['SPOT_NOT_FOUND'],
  }),
}
