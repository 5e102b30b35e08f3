import { dateFormat } from '../../lib/format.ts'

/** Formats the date of an account's removal the same way as the emails: `December 5, 2026`. */
export const dueDay = dateFormat({ dateStyle: 'long', timeZone: 'UTC' })
