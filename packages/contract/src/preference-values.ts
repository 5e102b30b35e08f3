/** How the product looks: as the device does, or always one way. */
export const THEMES = ['system', 'light', 'dark'] as const

/** See {@link THEMES}. */
export type Theme = (typeof THEMES)[number]

/** Languages of the product; `auto` follows the browser. */
export const LANGUAGES = ['auto', 'en'] as const

/** See {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number]
