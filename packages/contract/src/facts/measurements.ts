import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Media } from '../media/index.ts'
import { Id, IdempotencyHeaders, Moment, Person } from '../shapes.ts'
import { issue } from '../sentences.ts'

const Mark = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })

/** Points marked in a photo: a board and, in the same plane, the obstacle's face or height. */
export const MarksIn = z
  .object({
    deck: z.tuple([Mark, Mark]),
    face: z.tuple([Mark, Mark, Mark, Mark]).nullable(),
    height: z.tuple([Mark, Mark]).nullable(),
  })
  .refine(({ face, height }) => (face === null) !== (height === null), {
    path: ['face'],
    error: issue`Mark either the face or the height.`,
  })
  .meta({ id: 'Marks' })

const Centimetres = z.object({ cm: z.number(), error_cm: z.number() })

/** A measurement of an obstacle in a photo. */
export const FactMeasurement = z
  .object({
    id: Id,
    obstacle_id: Id,
    /** The photo that was marked. */
    media: Media,
    marks: MarksIn,
    deck_cm: z.number(),
    height: Centimetres,
    length: Centimetres.nullable(),
    /** Null for former members. */
    user: Person.nullable(),
    is_own: z.boolean(),
    created_at: Moment,
  })
  .meta({ id: 'FactMeasurement' })

/** A measurement of an obstacle in a photo. */
export type FactMeasurement = z.output<typeof FactMeasurement>

/** The length of a person's board, in centimeters. */
export const DeckLength = z.number().min(LIMITS.deck_cm_min).max(LIMITS.deck_cm_max)

const ObstacleParams = z.object({ spot_id: Id, obstacle_id: Id })

/** Measures obstacles in photos by comparing them with a board. */
export const measurementEndpoints = {
  listMeasurements: endpoint('GET /api/spots/:spot_id/measurements', {
    summary: `List the last ${LIMITS.measurements_shown} measurements at a spot in photos that the viewer can see, newest first. Also returns the length of the viewer’s board.`,
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    params: z.object({ spot_id: Id }),
    answer: z.object({
      items: z.array(FactMeasurement),
      /** The length of the viewer's board; null until they enter one. */
      deck_cm: DeckLength.nullable(),
    }),
    errors: ['SPOT_NOT_FOUND'],
  }),
  measureObstacle: endpoint('POST /api/spots/:spot_id/obstacles/:obstacle_id/measurements', {
    summary:
      'Measure an obstacle from points marked in a photo of the spot. The server computes the size and saves the board’s length as the viewer’s. By default, the size is also suggested as a fact. Returns the measurement.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'fact',
    params: ObstacleParams,
    headers: IdempotencyHeaders,
    body: z.object({
      media_id: Id,
      marks: MarksIn,
      deck_cm: DeckLength,
      /** Whether to also suggest the measured height and length as facts. */
      suggests: z.boolean().default(true),
    }),
    answer: FactMeasurement,
    status: 201,
    errors: [
      'SPOT_NOT_FOUND',
      'OBSTACLE_NOT_FOUND',
      'MEDIA_NOT_FOUND',
      'NOT_MEASURABLE',
      'TOO_MANY_SUGGESTIONS',
      'IN_PROGRESS',
      'KEY_REUSED',
    ],
  }),
  removeMeasurement: endpoint('DELETE /api/measurements/:measurement_id', {
    summary:
      'Delete a measurement. Only its author, the spot’s creator, the area’s stewards, and admins can do this.',
    policy: 'member',
    scope: 'spots:write',
    rate: 'fact',
    params: z.object({ measurement_id: Id }),
    errors: ['MEASUREMENT_NOT_FOUND', 'SPOT_NOT_FOUND'],
  }),
}
