import { LANGUAGE_CODES } from '../languages.ts'

/** The themes; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const

/** The themes; `system` follows the device. */
export type Theme = (typeof THEMES)[number]

/** Languages of the interface; `auto` follows the browser. */
export const LANGUAGES = ['auto', ...LANGUAGE_CODES] as const

/** Languages of the interface. */
export type Language = (typeof LANGUAGES)[number]
