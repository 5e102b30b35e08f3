import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Box, Latitude, Longitude } from './shapes.ts'

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

/** Where whoever asks roughly is. Everything is null where nothing is known. */
export const Here = z
  .object({
    latitude: Latitude.nullable(),
    longitude: Longitude.nullable(),
    /** Metres around that point within which they likely are; hundreds of kilometres where only the country is known. */
    accuracy: z.number().nullable(),
    /** ISO code of the country. */
    country: z.string().nullable(),
    /** What to show of the map. */
    bounds: Box.nullable(),
    /** What the guess is made from. */
    by: z.enum(['address', 'time_zone', 'language']).nullable(),
  })
  .meta({ id: 'Here' })

/** See {@link Here}. */
export type Here = z.output<typeof Here>

export const placeEndpoints = {
  here: endpoint('GET /api/places/here', {
    summary:
      'Where the asker roughly is: by their address if the server has a database for that, else by time zone or language; nothing is stored, nobody else is asked',
    policy: 'anyone',
    rate: 'read',
    query: z.object({
      /** As the browser names it: `Europe/Madrid`. */
      time_zone: z
        .string()
        .max(60)
        .regex(/^[\w+-]+(\/[\w+-]+)*$/)
        .optional(),
    }),
    answer: Here,
  }),
  reversePlace: endpoint('GET /api/places/reverse', {
    summary: 'City, state and country at a point',
    policy: 'member',
    rate: 'read',
    query: PointQuery,
    answer: Place,
  }),
}
