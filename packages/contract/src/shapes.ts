import { z } from 'zod'

/** A UUID as every row's id. */
export const Id = z.uuid()

/** A moment, ISO 8601 in UTC with milliseconds. */
export const Moment = z.iso.datetime()

/** An opaque position in a list; only the server reads it. */
export const Cursor = z
  .string()
  .max(300)
  .regex(/^[\w-]+$/)

/**
 * Whether a text can be stored and shown: control characters have no business in what a person typed, except line breaks
 * and tabs in longer texts; nor have half a character and what is no character at all.
 */
export const isText = (text: string) =>
  text.isWellFormed() &&
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/.test(text)

// Signs that turn round or hide what stands beside them. Marks and joiners that a script or an emoji is written with stay.
const UNSEEN = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
// No script piles up more marks on a letter; more of them run over the lines above and below.
const TOWERS = /(\p{M}{4})\p{M}+/gu
// Blanks, joiners and fillers: what nobody sees is nothing.
const NOTHING_SEEN = /^[\p{Z}\p{C}\p{M}\s\u115f\u1160\u2800\u3164\uffa0]*$/u

/** A text without what hides or turns others, without towers of marks; `''` where nothing is to be seen. */
export const cleanText = (text: string): string => {
  const seen = text.replace(UNSEEN, '').replace(TOWERS, '$1').trim()
  return isText(seen) && NOTHING_SEEN.test(seen) ? '' : seen
}

const tooLong = (max: number) => `at most ${max} characters, please`

/** Text of at most `max` characters, see {@link cleanText}; control characters are refused. */
export const Text = (max: number) =>
  z
    .string()
    .max(max * 4, tooLong(max))
    .overwrite(cleanText)
    .max(max, tooLong(max))
    .refine(isText, 'Contains characters that cannot be shown')

/** {@link Text} on one line, as names and titles are: line breaks become blanks. */
export const Line = (max: number) =>
  z
    .string()
    .max(max * 4, tooLong(max))
    .overwrite((text) => cleanText(text.replace(/[\r\n\t\u2028\u2029]+/g, ' ')))
    .max(max, tooLong(max))
    .refine(isText, 'Contains characters that cannot be shown')

/** Not nothing; for what {@link Text} left of a text. */
export const Filled = z.string().min(1, 'Please fill this in')

/** Like {@link Text}, where nothing and blanks mean `null`. */
export const OptionalText = (max: number) =>
  Text(max)
    .nullish()
    .transform((text) => text || null)

/** Like {@link Line}, where nothing and blanks mean `null`. */
export const OptionalLine = (max: number) =>
  Line(max)
    .nullish()
    .transform((text) => text || null)

/** Degrees; finite numbers only, strings are refused. */
export const Latitude = z.number().min(-90).max(90)
/** Degrees; see {@link Latitude}. */
export const Longitude = z.number().min(-180).max(180)

/** A box in degrees; `east` goes past 180 where the box crosses the antimeridian. */
export const Box = z
  .object({
    west: Longitude,
    south: Latitude,
    east: z.number().min(-180).max(540),
    north: Latitude,
  })
  .meta({ id: 'Box' })

/** A box in degrees. */
export type Box = z.output<typeof Box>

const NUMBER = '-?\\d{1,3}(?:\\.\\d{1,15})?'
/** So many numbers in an address, separated by commas. */
export const numbers = (count: number) =>
  z
    .string()
    .regex(new RegExp(`^${NUMBER}(?:,${NUMBER}){${count - 1}}$`))
    .transform((text) => text.split(',').map(Number))

/** `latitude,longitude`: what is near comes first. */
export const Near = numbers(2)
  .transform(([latitude = 0, longitude = 0]) => ({ latitude, longitude }))
  .pipe(z.object({ latitude: Latitude, longitude: Longitude }))

/** The fields of a person shown beside their content. */
export const Person = z
  .object({
    user_id: Id,
    username: z.string(),
    full_name: z.string().nullable(),
    avatar_url: z.string().nullable(),
  })
  .meta({ id: 'Person' })

/** The fields of a person shown beside their content. */
export type Person = z.output<typeof Person>

/** The version a change was made on, as `ETag` gave it: `"3"`. */
export const IfMatchHeaders = z.object({
  'if-match': z
    .string()
    .regex(/^"\d{1,9}"$/)
    .meta({
      description: 'The `version` that was read, in quotes; refused with `STALE` when there is a newer one.',
      examples: ['"3"'],
    }),
})
