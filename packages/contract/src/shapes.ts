import { z } from 'zod'
import { issue } from './sentences.ts'

/** A UUID, the type of every row's id. */
export const Id = z.uuid()

/** An ISO 8601 timestamp in UTC, with milliseconds. */
export const Moment = z.iso.datetime()

/** An opaque position in a list, which only the server interprets. */
export const Cursor = z
  .string()
  .max(300)
  .regex(/^[\w-]+$/)

/** Latitude in degrees; must be a finite number, not a string. */
export const Latitude = z.number().min(-90).max(90)
/** Longitude in degrees; must be a finite number, not a string. */
export const Longitude = z.number().min(-180).max(180)

/** A bounding box in degrees; `east` exceeds 180 if the box crosses the antimeridian. */
export const Box = z
  .object({
    west: Longitude,
    south: Latitude,
    east: z.number().min(-180).max(540),
    north: Latitude,
  })
  .meta({ id: 'Box' })

/** A bounding box in degrees. */
export type Box = z.output<typeof Box>

/** A number of degrees in a query parameter, as programs write any double between -999 and 999: `2.5`, `-1e-7`. */
export const DEGREES = '-?\\d{1,3}(?:\\.\\d{1,20})?(?:e-\\d{1,2})?'
/** Parses a query parameter that is a fixed number of comma-separated numbers. */
export function numbers(count: number) {
  return z
    .string()
    .regex(new RegExp(`^${DEGREES}(?:,${DEGREES}){${count - 1}}$`))
    .transform((text) => text.split(',').map(Number))
}

/** A {@link Box} as a query parameter: `west,south,east,north`. */
export const BoxIn = numbers(4)
  .transform(([west = 0, south = 0, east = 0, north = 0]) => ({ west, south, east, north }))
  .pipe(
    Box.refine(({ west, south, east, north }) => west <= east && east - west <= 360 && south <= north, {
      error: issue`This isn’t a valid box: west, south, east, north.`,
    }),
  )

/** A position to sort a list by distance from, as `latitude,longitude`. */
export const Near = numbers(2)
  .transform(([latitude = 0, longitude = 0]) => ({ latitude, longitude }))
  .pipe(z.object({ latitude: Latitude, longitude: Longitude }))

/** The parts of a profile that are shown next to a person's content. */
export const Person = z
  .object({
    user_id: Id,
    username: z.string(),
    full_name: z.string().nullable(),
    avatar_url: z.string().nullable(),
  })
  .meta({ id: 'Person' })

/** The parts of a profile that are shown next to a person's content. */
export type Person = z.output<typeof Person>

/** The version that an edit is based on, in the form used by the `ETag`: `"3"`. */
export const IfMatchHeaders = z.object({
  'if-match': z
    .string()
    .regex(/^"\d{1,9}"$/)
    .meta({
      description:
        'The `version` that the edit is based on, in quotes. Refused with `STALE` if there is a newer one.',
      examples: ['"3"'],
    }),
})

/** For 24 hours, repeating a request with the same key returns the first response. */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(8)
    .max(100)
    .regex(/^[\w-]+$/)
    .meta({
      description:
        'A unique key that the client generates for the request. For 24 hours, repeating the request with this key returns the first response.',
      examples: ['6f1d2a4e-9c1b-4b6e-8a53-0d9f2f7c1e11'],
    }),
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** An IANA time zone, such as `Europe/Berlin`. */
export const TimeZone = z.string().max(60).refine(isTimeZone, issue`This time zone is unknown.`)
