/** The home screen for members. */
export const HOME = '/dashboard'

/** The screen for suspended people. */
export const SUSPENDED = '/suspended'
