const ORIGIN = 'https://own.invalid'

// Characters that browsers strip or treat as a slash when they parse a URL.
const TRICKY = /[\u0000-\u0020\u007f-\u009f\\]|%(?:0[0-9a-f]|1[0-9a-f]|5c|7f)|^\/(?:\/|%2f)/i

/**
 * Returns the requested path if it belongs to this site (path, query, and fragment), otherwise `fallback`. Rejects
 * other origins in any notation: `//e`, `/\e`, `https:e`, `%2f%2fe`, user info, tabs, and line breaks.
 */
export function safePath(wanted: unknown, fallback = '/dashboard'): string {
  if (typeof wanted !== 'string' || wanted.length > 2000) return fallback
  if (!wanted.startsWith('/') || TRICKY.test(wanted)) return fallback
  let url: URL
  try {
    url = new URL(wanted, ORIGIN)
  } catch {
    return fallback
  }
  if (url.origin !== ORIGIN || url.username || url.password) return fallback
  // Parsing turns `/a/..//e` into `//e`, so check the parsed path again.
  if (/^\/(?:\/|%2f|%5c)/i.test(url.pathname)) return fallback
  return url.pathname + url.search + url.hash
}
