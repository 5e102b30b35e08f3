/** Where members land. */
export const HOME = '/dashboard'

/** Where those are led who are suspended. */
export const SUSPENDED = '/suspended'
