import { createHmac } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { Refusal, refusedField } from '../../../platform/http/index.ts'
import { say, type Sentence } from '../../../platform/languages/index.ts'

/** The operator's phone number settings. */
export type PhoneSettings = {
  /** Allowed destination countries as ISO 3166 codes; null allows all. */
  countries: readonly string[] | null
}

/** A phone number in canonical form, and its country. */
export type ReadNumber = { number: string; country: string }

function refused(detail: Sentence) {
  return refusedField('BAD_REQUEST', 'phone', detail)
}

/**
 * Parses a phone number. Rejects numbers without a country, which belong to satellite and international services and
 * are the most expensive.
 * @throws Refusal BAD_REQUEST for its field; NOT_FOUND if this server can't send text messages
 */
export function readNumber(settings: PhoneSettings | null, given: string): ReadNumber {
  if (!settings) throw new Refusal('NOT_FOUND')
  const parsed = parsePhoneNumberFromString(given)
  if (!parsed?.isValid()) throw refused(say`That’s not a valid phone number. Check it and try again.`)
  const { number, country } = parsed
  if (!country || (settings.countries && !settings.countries.includes(country)))
    throw refused(say`We can’t text numbers in this country.`)
  return { number, country }
}

/** Returns a stored number's country. */
export function getCountry(number: string): string {
  return parsePhoneNumberFromString(number)?.country ?? ''
}

/** Returns a phone number's rate limit key. It's an HMAC, because there are few enough numbers to try them all. */
export function keyOfNumber(secret: string, number: string) {
  return {
    key: createHmac('sha256', secret).update(`phone\0${number}`).digest('base64url'),
  }
}

/** Returns a number's last digits for emails, which never contain the whole number. */
export function getLastDigits(number: string): string {
  return number.slice(-2)
}
