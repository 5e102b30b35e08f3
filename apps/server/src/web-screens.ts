// The paths the web client has a screen for; a test holds this list to the client's own routes.
const SCREENS = [
  '/',
  '/welcome',
  '/auth',
  '/auth/verify',
  '/auth/password',
  '/auth/email',
  '/auth/undo',
  '/delete-account',
  '/terms',
  '/privacy',
  '/dashboard',
  '/feed',
  '/user-posts',
  '/spots',
  '/spots/:id',
  '/spot/:id',
  '/share-spot',
  '/share-content',
  '/profile',
  '/profile/spots',
  '/profile/following',
  '/profile/followers',
  '/user-spots',
  '/user/:id',
  '/user/:id/spots',
  '/user/:id/following',
  '/user/:id/followers',
  '/community',
  '/connect',
  '/settings',
  '/admin',
  '/appeal',
  '/my-data',
  '/suspended',
  '/notice',
]

const patterns = SCREENS.map((screen) => new RegExp(`^${screen.replaceAll(':id', '[^/]+')}/?$`))

/** Whether the web client has a screen at this path; everything else is answered 404. */
export const knowsScreen = (path: string): boolean => patterns.some((pattern) => pattern.test(path))
