import { useState } from 'react'
import { safePath } from '../../../lib/safe-path.ts'

/** Returns the token in a URL's hash, which no server logs, or else in its query; null if there is none. */
export function tokenIn({ hash, search }: { hash: string; search: string }): string | null {
  return new URLSearchParams(hash.slice(1)).get('token') || new URLSearchParams(search).get('token')
}

/** Returns the path on this site to open after an emailed link; null if there is none. */
export function nextIn({ hash }: { hash: string }): string | null {
  return safePath(new URLSearchParams(hash.slice(1)).get('next'), '') || null
}

/**
 * Returns an emailed link's token and target path. Removes both from the address bar, so that they aren't left in the
 * browser history.
 */
export function useMailedLink(): { token: string | null; next: string | null } {
  const [link] = useState(() => {
    const found = { token: tokenIn(location), next: nextIn(location) }
    if (found.token) history.replaceState(history.state, '', location.pathname)
    return found
  })
  return link
}

/** Returns an emailed link's token; see {@link useMailedLink}. */
export function useMailedToken(): string | null {
  return useMailedLink().token
}
