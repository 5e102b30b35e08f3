/** The height of the ad slot. */
export const HEIGHT = '13.5rem'
/** Storage name: whether the device had no slot on the last visit, so that no space is reserved. */
export const STORED_NONE = 'nollie.ads.none'
