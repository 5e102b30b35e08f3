import { z } from 'zod'
import { issue } from './sentences.ts'

/**
 * Whether a text can be stored and shown: no control characters (except line breaks and tabs in longer texts), lone
 * surrogates, or noncharacters.
 */
export const isText = (text: string) =>
  text.isWellFormed() &&
  !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/.test(text)

// Characters that reverse or hide the surrounding text. Marks and joiners of scripts and emoji stay.
const UNSEEN = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
// More than four marks on a letter, which no script needs, and which cover the lines above and below.
const TOWERS = /(\p{M}{4})\p{M}+/gu
// Texts of only blanks, joiners, and fillers, which count as empty.
const NOTHING_SEEN = /^[\p{Z}\p{C}\p{M}\s\u115f\u1160\u2800\u3164\uffa0]*$/u

/** Removes the characters of `UNSEEN` and stacks of marks from a text; `''` for an invisible one. */
export const cleanText = (text: string): string => {
  const seen = text.replace(UNSEEN, '').replace(TOWERS, '$1').trim()
  return isText(seen) && NOTHING_SEEN.test(seen) ? '' : seen
}

const tooLong = (max: number) => issue`Use at most ${max} characters.`

/** Text of at most `max` characters, see {@link cleanText}; control characters are rejected. */
export const Text = (max: number) =>
  z
    .string()
    .max(max * 4, tooLong(max))
    .overwrite(cleanText)
    .max(max, tooLong(max))
    .refine(isText, issue`This contains characters that can’t be shown.`)

/** Like {@link Text}, but on one line, for names and titles: line breaks become spaces. */
export const Line = (max: number) =>
  z
    .string()
    .max(max * 4, tooLong(max))
    .overwrite((text) => cleanText(text.replace(/[\r\n\t\u2028\u2029]+/g, ' ')))
    .max(max, tooLong(max))
    .refine(isText, issue`This contains characters that can’t be shown.`)

/** Rejects empty text; used after {@link Text}. */
export const Filled = z.string().min(1, issue`This is required.`)

/** Like {@link Text}; empty and blank texts become `null`. */
export const OptionalText = (max: number) =>
  Text(max)
    .nullish()
    .transform((text) => text || null)

/** Like {@link Line}; empty and blank texts become `null`. */
export const OptionalLine = (max: number) =>
  Line(max)
    .nullish()
    .transform((text) => text || null)
