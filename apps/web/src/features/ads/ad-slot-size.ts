/** The height of the place for ads. */
export const HEIGHT = '13.5rem'
/** The name under which this device stores that it had no slot the last time, so that no room is made for one. */
export const STORED_NONE = 'nollie.ads.none'
