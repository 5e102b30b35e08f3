import { getCountries } from 'libphonenumber-js/min'
import { z } from 'zod'
import type { RateFigures } from '../platform/http/index.ts'
import { isSmsAddress, type SmsSettings } from '../platform/sms/index.ts'
import { StartRefused } from '../platform/start-refused.ts'

const COUNTRIES: ReadonlySet<string> = new Set(getCountries())
const DAY_SECONDS = 86_400

/** Environment variables for text messages. */
export const SMS_VARIABLES = {
  SMS_URL: z
    .string()
    .refine(
      isSmsAddress,
      'must be an address like https://sms.example/send or twilio://ACCOUNT:TOKEN@api.twilio.com?from=+15005550006',
    )
    .optional(),
  SMS_COUNTRIES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().toUpperCase()))
    .refine((list) => list.every((country) => COUNTRIES.has(country)), 'must be country codes like DE,AT,CH')
    .optional(),
  SMS_DAILY_MAX: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a number of messages per day, from 1 to 9999999')
    .transform(Number)
    .optional(),
}

type Set = {
  SMS_URL?: string | undefined
  SMS_COUNTRIES?: string[] | undefined
  SMS_DAILY_MAX?: number | undefined
}

/**
 * Reads the operator's text message settings, and the daily limit as a rate.
 * @throws StartRefused for an invalid or missing value
 */
export function readSmsSettings(set: Set): { settings: SmsSettings | null; rates: RateFigures } {
  const { SMS_URL: url, SMS_COUNTRIES: countries, SMS_DAILY_MAX: daily } = set
  // Without a list, strangers could trigger messages to countries where they earn a share of the cost.
  if (url && !countries)
    throw new StartRefused('SMS_COUNTRIES must be set with SMS_URL: the countries that messages can go to')
  if (!url && (countries || daily !== undefined))
    throw new StartRefused('SMS_COUNTRIES and SMS_DAILY_MAX need SMS_URL, which sends the messages')
  return {
    settings: url && countries ? { url, countries } : null,
    rates:
      daily === undefined
        ? {}
        : {
            phone_day: { user: [daily, DAY_SECONDS] },
            phone_join_day: { user: [Math.ceil(daily / 2), DAY_SECONDS] },
          },
  }
}
