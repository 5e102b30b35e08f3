// The paths of the web client's screens; a test compares them with the client's own routes.
const SCREENS = [
  '/',
  '/welcome',
  '/auth',
  '/auth/verify',
  '/auth/password',
  '/auth/email',
  '/auth/undo',
  '/auth/undo-identity',
  '/auth/safety',
  '/auth/code',
  '/auth/phone',
  '/auth/return/:id',
  '/unsubscribe',
  '/delete-account',
  '/terms',
  '/privacy',
  '/dashboard',
  '/feed',
  '/post/:id',
  '/user-posts',
  '/spots',
  '/spots/:id',
  '/spot/:id',
  '/share-spot',
  '/share-content',
  '/quick-drop',
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
  '/community/:id',
  '/messages',
  '/messages/new',
  '/messages/with/:id',
  '/messages/:id',
  '/connect',
  '/saved',
  '/outbox',
  '/twins',
  '/settings',
  '/admin',
  '/admin/health',
  '/appeal',
  '/my-data',
  '/suspended',
  '/notice',
]

/** The pattern of a screen's addresses; its first group is `:id`. */
export const screenPattern = (screen: string): RegExp =>
  new RegExp(`^${screen.replaceAll(':id', '([^/]+)')}/?$`)

const patterns = SCREENS.map(screenPattern)

/** Whether the web client has a screen at this path; every other path gets 404. */
export const isScreen = (path: string): boolean => patterns.some((pattern) => pattern.test(path))
