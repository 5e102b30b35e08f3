import { useState } from 'react'
import { safePath } from '../../lib/safe-path.ts'

/** The token in an address: after `#`, where no server log sees it, or in the query. */
export const tokenIn = ({ hash, search }: { hash: string; search: string }): string | null =>
  new URLSearchParams(hash.slice(1)).get('token') || new URLSearchParams(search).get('token')

/** The path on this site that the emailed link leads to; null if it has none. */
export const nextIn = ({ hash }: { hash: string }): string | null =>
  safePath(new URLSearchParams(hash.slice(1)).get('next'), '') || null

/**
 * The token and target path of an emailed link. Both are removed from the address bar, so that they don't stay in the
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

/** The token of an emailed link; see {@link useMailedLink}. */
export const useMailedToken = (): string | null => useMailedLink().token
