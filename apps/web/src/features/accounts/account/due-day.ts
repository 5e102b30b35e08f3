import { dateFormat } from '../../../lib/format.ts'

/** Formats an account's removal date as emails do: `December 5, 2026`. */
export const dueDay = dateFormat({ dateStyle: 'long', timeZone: 'UTC' })
