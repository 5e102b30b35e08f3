/** The home screen of members. */
export const HOME = '/dashboard'

/** The screen of suspended people. */
export const SUSPENDED = '/suspended'
