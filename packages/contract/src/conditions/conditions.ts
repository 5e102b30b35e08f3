import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'
import { GROUND_STATES, NIGHT_LIGHTS } from './condition-values.ts'

/** What speaks for or against a spot now. */
export const Conditions = z
  .object({
    /** Where the spot is, as the IANA names it. */
    time_zone: z.string(),
    /** Whether the ground is wet; null where no weather is known. */
    ground: z
      .object({
        state: z.enum(GROUND_STATES),
        /** Since when it is dry, if it was wet in the last two days. */
        dry_since: Moment.nullable(),
        /** About when a wet ground is dry, if that is before tomorrow. */
        dry_from: Moment.nullable(),
        /** Whether a roof is over it. */
        is_covered: z.boolean(),
      })
      .nullable(),
    /** Whether it is lit after dark. */
    night_light: z.enum(NIGHT_LIGHTS),
    /** Whether it is open, by its opening hours; null where nobody knows them. */
    opening: z
      .object({
        is_open: z.boolean(),
        /** When that changes, if within a day. */
        changes_at: Moment.nullable(),
      })
      .nullable(),
    /** The chance of being kicked out at this hour, from reports; null without any. */
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

/** Rain, light and peace of a spot now. */
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
