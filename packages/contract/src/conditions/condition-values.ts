/** Whether the ground is wet; `drying` means that it's wet and there's an estimate of when it will be dry. */
export const GROUND_STATES = ['dry', 'drying', 'wet'] as const
/** Whether the ground is wet. */
export type GroundState = (typeof GROUND_STATES)[number]

/** Whether a spot is lit at night; `unknown` if no one has reported it. */
export const NIGHT_LIGHTS = ['lit', 'dark', 'unknown'] as const
/** Whether a spot is lit at night. */
export type NightLight = (typeof NIGHT_LIGHTS)[number]

/** The lowest sun elevation that is bright enough to skate, in degrees: the end of civil twilight. */
export const LIGHT_ENDS_AT = -6
