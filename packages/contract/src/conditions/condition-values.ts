/** Whether the ground is wet: `drying` means that it is wet, and known from when on it is not. */
export const GROUND_STATES = ['dry', 'drying', 'wet'] as const
/** @see GROUND_STATES */
export type GroundState = (typeof GROUND_STATES)[number]

/** Whether a spot is lit at night, as far as anybody knows. */
export const NIGHT_LIGHTS = ['lit', 'dark', 'unknown'] as const
/** @see NIGHT_LIGHTS */
export type NightLight = (typeof NIGHT_LIGHTS)[number]

/** Degrees of the sun above the horizon from which one sees enough to skate: the end of civil twilight. */
export const LIGHT_ENDS_AT = -6
