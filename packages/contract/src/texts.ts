import { z } from 'zod'
import { issue } from './sentences.ts'

/**
 * Whether a string can be stored and shown: no lone surrogates, noncharacters, or control characters (except line
 * breaks and tabs in longer text).
 */
export function isText(text: string) {
  return (
    text.isWellFormed() &&
    !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/.test(text)
  )
}

// Characters that reverse or hide the text around them. Marks and joiners used by scripts and emoji are allowed.
const UNSEEN = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
// More than four marks on one letter, which no script needs and which would cover nearby lines.
const TOWERS = /(\p{M}{4})\p{M}+/gu
// Strings that contain only whitespace, joiners, and fillers, and count as empty.
const NOTHING_SEEN = /^[\p{Z}\p{C}\p{M}\s\u115f\u1160\u2800\u3164\uffa0]*$/u

// Some keyboards type the voicing marks of kana as separate characters after the letter.
const VOICED = /[\u3041-\u30ff][\u309b\u309c]/g

// Returns the one letter that a letter of kana and its mark form; unchanged if there is no such letter.
function voiced(pair: string) {
  const letter = pair.replace('\u309b', '\u3099').replace('\u309c', '\u309a').normalize('NFC')
  return letter.length === 1 ? letter : pair
}

/** Joins kana with their marks. Removes `UNSEEN` characters and stacks of marks; returns `''` if nothing visible is left. */
export function cleanText(text: string): string {
  const seen = text.replace(UNSEEN, '').replace(VOICED, voiced).replace(TOWERS, '$1').trim()
  return isText(seen) && NOTHING_SEEN.test(seen) ? '' : seen
}

function tooLong(max: number) {
  return issue`Use at most ${max} characters.`
}

/** A string of at most `max` characters, cleaned by {@link cleanText}; control characters are rejected. */
export function Text(max: number) {
  return z
    .string()
    .max(max * 4, tooLong(max))
    .overwrite(cleanText)
    .max(max, tooLong(max))
    .refine(isText, issue`This contains characters that can’t be shown.`)
}

/** Like {@link Text}, but on one line, for names and titles: line breaks become spaces. */
export function Line(max: number) {
  return z
    .string()
    .max(max * 4, tooLong(max))
    .overwrite((text) => cleanText(text.replace(/[\r\n\t\u2028\u2029]+/g, ' ')))
    .max(max, tooLong(max))
    .refine(isText, issue`This contains characters that can’t be shown.`)
}

/** Rejects empty strings; used after {@link Text}. */
export const Filled = z.string().min(1, issue`This is required.`)

/** Like {@link Text}, but empty and blank strings become `null`. */
export function OptionalText(max: number) {
  return Text(max)
    .nullish()
    .transform((text) => text || null)
}

/** Like {@link Line}, but empty and blank strings become `null`. */
export function OptionalLine(max: number) {
  return Line(max)
    .nullish()
    .transform((text) => text || null)
}
