import { useState } from 'react'
import { safePath } from '../../lib/safe-path.ts'

/** The token in an address: behind `#`, where no server log sees it, or in the query. */
export const tokenIn = ({ hash, search }: { hash: string; search: string }): string | null =>
  new URLSearchParams(hash.slice(1)).get('token') || new URLSearchParams(search).get('token')

/** Where the mailed link leads on to, a path of this site; null where it says nothing. */
export const nextIn = ({ hash }: { hash: string }): string | null =>
  safePath(new URLSearchParams(hash.slice(1)).get('next'), '') || null

/** A mailed link's token and where it leads on to, taken out of the address bar so that they do not stay in the history. */
export function useMailedLink(): { token: string | null; next: string | null } {
  const [link] = useState(() => {
    const found = { token: tokenIn(location), next: nextIn(location) }
    if (found.token) history.replaceState(history.state, '', location.pathname)
    return found
  })
  return link
}

/** The token of a mailed link, see {@link useMailedLink}. */
export const useMailedToken = (): string | null => useMailedLink().token
