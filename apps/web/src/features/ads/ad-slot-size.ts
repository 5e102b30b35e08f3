/** The ad slot's height. */
export const HEIGHT = '13.5rem'
/** The storage name of the flag that says the last visit had no ad slot. If it's set, no space is reserved. */
export const STORED_NONE = 'nollie.ads.none'
