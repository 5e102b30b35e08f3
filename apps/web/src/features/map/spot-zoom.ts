/** The zoom for one spot or address. */
export const SPOT_ZOOM = 15
