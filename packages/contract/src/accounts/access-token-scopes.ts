/** Access token scopes: read or write access to one noun. An operation without a scope needs a session. */
export const SCOPES = [
  'spots:read',
  'spots:write',
  'posts:read',
  'posts:write',
  'media:read',
  'media:write',
  'comments:read',
  'comments:write',
  'likes:read',
  'likes:write',
  'discussions:read',
  'discussions:write',
  'people:read',
  'people:write',
  'profile:write',
  'crews:read',
  'crews:write',
  'saved:read',
  'saved:write',
  'messages:read',
  'messages:write',
  'notifications:read',
  'notifications:write',
] as const

/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number]

/** Access token lifetimes, in days. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const

/** One of {@link TOKEN_DAYS}. */
export type TokenDays = (typeof TOKEN_DAYS)[number]
