/** The paths of the web client's screens; a test compares them with the client's own routes. */
export const SCREENS = [
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
  '/about/data',
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
  '/crews',
  '/crews/:id',
  '/saved',
  '/session/:id',
  '/lists/:id',
  '/list/:id',
  '/outbox',
  '/twins',
  '/settings',
  '/areas/:id',
  '/areas/:id/work',
  '/admin',
  '/admin/first',
  '/admin/health',
  '/admin/skateparks',
  '/appeal',
  '/my-data',
  '/suspended',
  '/notice',
]

/** Returns a pattern for a screen's paths; the first group captures `:id`. */
export function screenPattern(screen: string): RegExp {
  return new RegExp(`^${screen.replaceAll(':id', '([^/]+)')}/?$`)
}

const patterns = SCREENS.map(screenPattern)

/** Whether the web client has a screen at this path; all other paths return 404. */
export function isScreen(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
