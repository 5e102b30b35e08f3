import { LANGUAGE_CODES } from '../languages.ts'

/** Color themes; `system` follows the device's setting. */
export const THEMES = ['system', 'light', 'dark'] as const

/** A color theme; `system` follows the device's setting. */
export type Theme = (typeof THEMES)[number]

/** Interface languages; `auto` follows the browser's setting. */
export const LANGUAGES = ['auto', ...LANGUAGE_CODES] as const

/** An interface language, or `auto`. */
export type Language = (typeof LANGUAGES)[number]
