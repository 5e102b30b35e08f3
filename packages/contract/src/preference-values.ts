/** How the product looks: as the device does, or always one way. */
export const THEMES = ['system', 'light', 'dark'] as const

/** How the product looks: as the device does, or always one way. */
export type Theme = (typeof THEMES)[number]

/** Languages of the product; `auto` follows the browser. */
export const LANGUAGES = ['auto', 'en'] as const

/** Languages of the product. */
export type Language = (typeof LANGUAGES)[number]
