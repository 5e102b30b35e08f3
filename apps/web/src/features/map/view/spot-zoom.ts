/** The zoom for a single spot or street address. */
export const SPOT_ZOOM = 15
