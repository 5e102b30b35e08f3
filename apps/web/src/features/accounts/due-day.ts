import { dateFormat } from '../../lib/format.ts'

/** The day of an account's removal, formatted as in the mails: `December 5, 2026`. */
export const dueDay = dateFormat({ dateStyle: 'long', timeZone: 'UTC' })
