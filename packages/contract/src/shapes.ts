import { z } from 'zod'

/** A UUID as every row's id. */
export const Id = z.uuid()

/** A moment, ISO 8601 in UTC with milliseconds. */
export const Moment = z.iso.datetime()

/** An opaque place in a list; the server alone reads it. */
export const Cursor = z
  .string()
  .max(300)
  .regex(/^[\w-]+$/)

// Control characters have no business in text a person typed, except line breaks and tabs in longer texts.
const noControl = (text: string) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)

/** Text of at most `max` characters, trimmed; control characters are refused. */
export const Text = (max: number) =>
  z
    .string()
    .max(max * 4)
    .trim()
    .max(max)
    .refine(noControl, 'Contains characters that cannot be shown')

/** Like {@link Text}, where nothing and blanks mean `null`. */
export const OptionalText = (max: number) =>
  Text(max)
    .nullish()
    .transform((text) => text || null)

/** Degrees; finite numbers only, strings are refused. */
export const Latitude = z.number().min(-90).max(90)
/** Degrees; see {@link Latitude}. */
export const Longitude = z.number().min(-180).max(180)

/** What may be shown of a person beside the things they made. */
export const Person = z
  .object({
    user_id: Id,
    username: z.string(),
    full_name: z.string().nullable(),
    avatar_url: z.string().nullable(),
  })
  .meta({ id: 'Person' })

/** See {@link Person}. */
export type Person = z.output<typeof Person>

/** The version a change was made on, as `ETag` gave it: `"3"`. */
export const IfMatchHeaders = z.object({ 'if-match': z.string().regex(/^"\d{1,9}"$/) })
