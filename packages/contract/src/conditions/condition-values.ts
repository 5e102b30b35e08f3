/** Whether the ground is wet; `drying` means wet, with a known time when it will be dry. */
export const GROUND_STATES = ['dry', 'drying', 'wet'] as const
/** @see GROUND_STATES */
export type GroundState = (typeof GROUND_STATES)[number]

/** Whether a spot is lit at night; `unknown` if no one has reported it. */
export const NIGHT_LIGHTS = ['lit', 'dark', 'unknown'] as const
/** @see NIGHT_LIGHTS */
export type NightLight = (typeof NIGHT_LIGHTS)[number]

/** Lowest sun elevation, in degrees, with enough light to skate: the end of civil twilight. */
export const LIGHT_ENDS_AT = -6
