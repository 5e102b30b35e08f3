/** The ad slot's height. */
export const HEIGHT = '13.5rem'
/** The storage name for whether the last visit had no ad slot. If so, no space is reserved. */
export const STORED_NONE = 'nollie.ads.none'
