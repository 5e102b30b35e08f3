import { useState } from 'react'

/** The token in an address: behind `#`, where no server log sees it, or in the query. */
export const tokenIn = ({ hash, search }: { hash: string; search: string }): string | null =>
  new URLSearchParams(hash.slice(1)).get('token') || new URLSearchParams(search).get('token')

/** The token of a mailed link, taken out of the address bar so that it does not stay in the history. */
export function useMailedToken(): string | null {
  const [token] = useState(() => {
    const found = tokenIn(location)
    if (found) history.replaceState(history.state, '', location.pathname)
    return found
  })
  return token
}
