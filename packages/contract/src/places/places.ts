import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Box, DEGREES, Latitude, Longitude, Near } from '../shapes.ts'
import { Text } from '../texts.ts'
import { issue } from '../sentences.ts'

/** Parses a number from a query string. */
function inQuery(schema: z.ZodNumber) {
  return z
    .string()
    .regex(new RegExp(`^${DEGREES}$`))
    .transform(Number)
    .pipe(schema)
}

/** The town, state, and country at a position, from the bundled gazetteer; null if it has none there. */
export const Place = z
  .object({
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string().nullable(),
    postal_code: z.string().nullable(),
  })
  .meta({ id: 'Place' })

/** The town, state, and country at a position. */
export type Place = z.output<typeof Place>

export const PointQuery = z.object({ latitude: inQuery(Latitude), longitude: inQuery(Longitude) })

/** The client's approximate position. All fields are null if nothing is known. */
export const Here = z
  .object({
    latitude: Latitude.nullable(),
    longitude: Longitude.nullable(),
    /** Accuracy as a radius in meters; hundreds of kilometers if only the country is known. */
    accuracy: z.number().nullable(),
    /** The country's ISO code. */
    country: z.string().nullable(),
    /** The part of the map to show. */
    bounds: Box.nullable(),
    /** What the guess is based on. */
    by: z.enum(['address', 'time_zone', 'language']).nullable(),
  })
  .meta({ id: 'Here' })

/** The client's approximate position. */
export type Here = z.output<typeof Here>

/** A place in search results. `ref` is set instead of a position if the provider only returns positions on request. */
export const FoundPlace = z
  .object({
    id: z.string(),
    kind: z.enum([
      'country',
      'town',
      'street',
      'square',
      'park',
      'skatepark',
      'station',
      'landmark',
      'address',
    ]),
    name: z.string(),
    /** The place's town, state, and country as a string. */
    text: z.string(),
    latitude: Latitude.nullable(),
    longitude: Longitude.nullable(),
    /** The part of the map to show; null if only a position is known. */
    bounds: Box.nullable(),
    /** The parameter for `GET /api/places/details`; null if the result is complete. */
    ref: z.string().nullable(),
  })
  .meta({ id: 'FoundPlace' })

/** A place in search results. */
export type FoundPlace = z.output<typeof FoundPlace>

export const placeEndpoints = {
  searchPlaces: endpoint('GET /api/places/search', {
    summary:
      'Search for countries, towns, streets, addresses, and other places, best match first. The text needs at least two letters.',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({
      q: Text(LIMITS.search_max).pipe(z.string().min(2, issue`Enter at least two letters.`)),
      near: Near.optional(),
      /** The language for names, such as `de`, if the provider has them. */
      language: z
        .string()
        .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
        .optional(),
    }),
    answer: z.object({ items: z.array(FoundPlace) }),
  }),
  placeDetails: endpoint('GET /api/places/details', {
    summary: 'Get the position, address, and name of a search result that has only a `ref`',
    policy: 'anyone',
    scope: 'spots:read',
    rate: 'read',
    query: z.object({ ref: z.string().regex(/^[\w:-]{1,300}$/) }),
    answer: FoundPlace,
    errors: ['NOT_FOUND'],
  }),
  mapsKey: endpoint('GET /api/maps-key', {
    summary: 'Get the operator’s Google Maps key, or null if none is configured',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({ key: z.string().nullable() }),
  }),
  here: endpoint('GET /api/places/here', {
    summary:
      'Estimate the client’s position from its IP address if the server has a database for it, or else from its time zone or language. Nothing is stored, and no other service is called.',
    policy: 'anyone',
    rate: 'read',
    query: z.object({
      /** The browser's time zone, such as `Europe/Madrid`. */
      time_zone: z
        .string()
        .max(60)
        .regex(/^[\w+-]+(\/[\w+-]+)*$/)
        .optional(),
    }),
    answer: Here,
  }),
  reversePlace: endpoint('GET /api/places/reverse', {
    summary: 'Get the city, state, and country at a position',
    policy: 'member',
    scope: 'spots:read',
    rate: 'read',
    query: PointQuery,
    answer: Place,
  }),
}
