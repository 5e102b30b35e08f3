import { createHmac } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { Refusal, refusedField } from '../../platform/http/index.ts'
import { say, type Sentence } from '../../platform/languages/index.ts'

/** What an operator configures of phone numbers. */
export type PhoneSettings = {
  /** Countries to which messages go, as ISO 3166 has them; null: all. */
  countries: readonly string[] | null
}

/** A number in its one form, and its country. */
export type ReadNumber = { number: string; country: string }

const refused = (detail: Sentence) => refusedField('BAD_REQUEST', 'phone', detail)

/**
 * Reads a phone number. Numbers of no country are satellites and international services, which cost most of all.
 * @throws Refusal BAD_REQUEST at its field; NOT_FOUND where no messages are sent
 */
export const readNumber = (settings: PhoneSettings | null, given: string): ReadNumber => {
  if (!settings) throw new Refusal('NOT_FOUND')
  const parsed = parsePhoneNumberFromString(given)
  if (!parsed?.isValid()) throw refused(say`That’s not a valid phone number. Check it and try again.`)
  const { number, country } = parsed
  if (!country || (settings.countries && !settings.countries.includes(country)))
    throw refused(say`We can’t send messages to numbers from this country.`)
  return { number, country }
}

/** The country of a stored number. */
export const countryOf = (number: string): string => parsePhoneNumberFromString(number)?.country ?? ''

/** The key under which rates count a number: keyed, because there are few enough numbers to try them all. */
export const keyOfNumber = (secret: string, number: string) => ({
  key: createHmac('sha256', secret).update(`phone\0${number}`).digest('base64url'),
})

/** What mails call a number, which they never show. */
export const endOf = (number: string): string => number.slice(-2)
