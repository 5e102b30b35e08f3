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
        /** When the ground became dry, if it was wet within the last two days. */
        dry_since: Moment.nullable(),
        /** The approximate time when the ground will be dry, if that is within a day. */
        dry_from: Moment.nullable(),
        /** Whether the spot has a roof. */
        is_covered: z.boolean(),
      })
      .nullable(),
    /** Whether the spot is lit after dark. */
    night_light: z.enum(NIGHT_LIGHTS),
    /** Whether the spot is open according to its opening hours; null if they're unknown. */
    opening: z
      .object({
        is_open: z.boolean(),
        /** When it next opens or closes, if that is within a day. */
        changes_at: Moment.nullable(),
      })
      .nullable(),
    /**
     * The chance of getting kicked out this hour, based on reports; null if there were fewer than five in the last
     * year.
     */
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

/** Current conditions at a spot. */
export type Conditions = z.output<typeof Conditions>

/** A spot's current rain, light, opening hours, and chance of getting kicked out. */
export const conditionEndpoints = {
  getConditions: endpoint('GET /api/spots/:spot_id/conditions', {
    summary:
      'Get current conditions at a spot: dry or wet ground, light after dark, opening hours, and the chance of getting kicked out',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    params: z.object({ spot_id: Id }),
    answer: Conditions,
    errors: ['SPOT_NOT_FOUND'],
  }),
}
