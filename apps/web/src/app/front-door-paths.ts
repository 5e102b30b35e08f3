/** The paths that show the landing page to visitors. */
export const isFrontDoor = (path: string): boolean => path === '/' || path === '/welcome'
