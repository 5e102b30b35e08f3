import type { z } from 'zod'

// Sentences about invalid values, for people, where a schema has none of its own. They begin with "This", which
// `sentenceAbout` replaces by the value's name.

const MISSING = 'This is missing.'
const UNEXPECTED = 'This is not as expected.'

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a moment',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'This is not an id.',
  email: 'This is not an email address.',
  url: 'This is not an address of the web.',
  datetime: 'This is not a moment such as 2026-01-31T12:00:00.000Z.',
  date: 'This is not a day such as 2026-01-31.',
}

/** At most this many choices are listed in a sentence. */
const MAX_CHOICES = 20

const many = (count: number | bigint, what: string) => `${count} ${what}${Number(count) === 1 ? '' : 's'}`

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const tooSmall = ({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string => {
  if (origin === 'string')
    return Number(minimum) === 1 ? 'Please fill this in' : `at least ${many(minimum, 'character')}, please`
  if (origin === 'array' || origin === 'set')
    return `at least ${many(minimum, 'entry').replace('entrys', 'entries')}, please`
  return `This must be ${minimum} or more.`
}

const tooBig = ({ origin, maximum }: Extract<Issue, { code: 'too_big' }>): string => {
  if (origin === 'string') return `at most ${many(maximum, 'character')}, please`
  if (origin === 'array' || origin === 'set')
    return `at most ${many(maximum, 'entry').replace('entrys', 'entries')}, please`
  return `This must be ${maximum} or less.`
}

/** The sentence for every issue of our schemas, in place of the library's, which are for programmers. */
export const issueMessage = (issue: Issue): string => {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return MISSING
  switch (issue.code) {
    case 'invalid_type': {
      const kind = KINDS[issue.expected]
      return kind ? `This must be ${kind}.` : UNEXPECTED
    }
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This is not written as expected.'
    case 'invalid_value': {
      const choices = issue.values.map(String)
      if (choices.length === 0 || choices.length > MAX_CHOICES) return 'This is none of the choices.'
      return choices.length === 1
        ? `This must be ${choices[0]}.`
        : `This must be one of ${choices.join(', ')}.`
    }
    case 'unrecognized_keys':
      return `This has fields that are not known here: ${issue.keys.slice(0, MAX_CHOICES).join(', ')}.`
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return UNEXPECTED
  }
}

/** A sentence with the value's name in place of "This": `The header If-Match` and `This is missing.` */
export const sentenceAbout = (name: string, message: string): string => {
  if (message.startsWith('This ')) return `${name}${message.slice(4)}`
  return `${name}: ${message}${/[.!?]$/.test(message) ? '' : '.'}`
}
