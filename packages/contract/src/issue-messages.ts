import type { z } from 'zod'
import { issue } from './sentences.ts'

// Default messages for schemas without their own messages.

const MISSING = issue`This is required.`
const UNEXPECTED = issue`This isn’t valid.`

const NO_NUMBER = issue`This must be a whole number.`
const NO_LIST = issue`This must be a list.`
const NO_OBJECT = issue`This must be an object.`

const KINDS: Readonly<Record<string, string>> = {
  string: issue`This must be text.`,
  number: issue`This must be a number.`,
  int: NO_NUMBER,
  bigint: NO_NUMBER,
  boolean: issue`This must be true or false.`,
  array: NO_LIST,
  tuple: NO_LIST,
  object: NO_OBJECT,
  record: NO_OBJECT,
  null: issue`This must be null.`,
  date: issue`This must be a date and time.`,
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: issue`This isn’t a valid id.`,
  email: issue`That’s not a valid email address.`,
  url: issue`This isn’t a valid web address.`,
  datetime: issue`This isn’t a date and time like 2026-01-31T12:00:00.000Z.`,
  date: issue`This isn’t a date like 2026-01-31.`,
}

/** The maximum number of choices that a message lists. */
const MAX_CHOICES = 20

type Issue = Parameters<z.core.$ZodErrorMap>[0]

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string')
    return Number(minimum) === 1 ? issue`This is required.` : issue`Use at least ${minimum} characters.`
  if (origin === 'array' || origin === 'set')
    return Number(minimum) === 1 ? issue`Add at least 1 entry.` : issue`Add at least ${minimum} entries.`
  return issue`This must be ${minimum} or more.`
}

function tooBig({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string')
    return Number(maximum) === 1 ? issue`Use at most 1 character.` : issue`Use at most ${maximum} characters.`
  if (origin === 'array' || origin === 'set')
    return Number(maximum) === 1 ? issue`Use at most 1 entry.` : issue`Use at most ${maximum} entries.`
  return issue`This must be ${maximum} or less.`
}

/** Returns the message for an issue in our schemas. The library's own messages are written for programmers. */
export function issueMessage(found: Issue): string {
  if (found.input === undefined && found.code !== 'unrecognized_keys') return MISSING
  switch (found.code) {
    case 'invalid_type':
      return KINDS[found.expected] ?? UNEXPECTED
    case 'too_small':
      return tooSmall(found)
    case 'too_big':
      return tooBig(found)
    case 'invalid_format':
      return FORMATS[found.format] ?? issue`This isn’t in the right format.`
    case 'invalid_value': {
      const choices = found.values.map(String)
      if (choices.length === 0 || choices.length > MAX_CHOICES) return issue`This isn’t one of the choices.`
      return choices.length === 1
        ? issue`This must be ${choices[0] ?? ''}.`
        : issue`This must be one of ${choices.join(', ')}.`
    }
    case 'unrecognized_keys':
      return issue`Unknown fields: ${found.keys.slice(0, MAX_CHOICES).join(', ')}.`
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return UNEXPECTED
  }
}
