/** The paths that show the landing page to visitors. */
export const isFrontDoor = (path: string): boolean => path === '/' || path === '/welcome'

/** Where members land. */
export const HOME = '/dashboard'

/** Where those are led who are suspended. */
export const SUSPENDED = '/suspended'

/** The feed as it is without anything else in the address: members get it without the router first. */
export const isHomeDoor = (path: string, search: string): boolean => path === HOME && search === ''
