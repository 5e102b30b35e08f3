import { SESSION_MAX } from './session-life.queries.ts'

/** A cookie that only this server receives, and that scripts can't read. */
export type HostCookie = {
  /** Returns the cookie's value from a request's `Cookie` header; null if there is none. */
  read: (cookies: string | undefined) => string | null
  /** Returns the `Set-Cookie` line that stores a value. */
  set: (value: string) => string
  /** Returns the `Set-Cookie` line that removes the cookie. */
  remove: () => string
}

function readCookie(cookies: string | undefined, name: string): string | null {
  if (!cookies?.includes(name)) return null
  const start = `${name}=`
  const pair = cookies
    .split(';')
    .map((part) => part.trim())
    .findLast((part) => part.startsWith(start))
  return pair?.slice(start.length) ?? null
}

/**
 * Creates a cookie for the server at `publicUrl`, with a lifetime in seconds. With HTTPS, a prefix binds it to the host.
 * Browsers don't send it along with other sites' forms.
 */
export function createHostCookie(publicUrl: URL, name: string, lifetime: number): HostCookie {
  const isSecure = publicUrl.protocol === 'https:'
  const prefixed = isSecure ? `__Host-${name}` : name
  const format = (value: string, seconds: number) =>
    `${prefixed}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read: (cookies) => readCookie(cookies, prefixed),
    set: (value) => format(value, lifetime),
    remove: () => format('', 0),
  }
}

/** Creates the session cookie for the server at `publicUrl`. Its value is the session's token. */
export function createSessionCookie(publicUrl: URL): HostCookie {
  return createHostCookie(publicUrl, 'nollie.session', SESSION_MAX)
}
