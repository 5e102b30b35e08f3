import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Latitude, Longitude } from './shapes.ts'

/** Numbers in an address arrive as text. */
const inQuery = (schema: z.ZodNumber) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/)
    .transform(Number)
    .pipe(schema)

/** Where a point is, as far as the shipped gazetteer knows; null where it does not. */
export const Place = z
  .object({
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string().nullable(),
    postal_code: z.string().nullable(),
  })
  .meta({ id: 'Place' })

/** See {@link Place}. */
export type Place = z.output<typeof Place>

export const PointQuery = z.object({ latitude: inQuery(Latitude), longitude: inQuery(Longitude) })

export const placeEndpoints = {
  reversePlace: endpoint('GET /api/places/reverse', {
    summary: 'City, state and country at a point',
    policy: 'member',
    rate: 'read',
    query: PointQuery,
    answer: Place,
  }),
}
