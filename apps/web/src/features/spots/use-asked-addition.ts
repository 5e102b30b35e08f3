import { useEffect, useRef } from 'react'
import { go } from '../../lib/navigation.ts'

const ASKS = 'add'

/** The address of a spot's page that opens the form which adds to it. */
export const askAddition = (spot_id: string): string => `/spots/${spot_id}?${ASKS}=media`

/** Opens the form that adds to a spot, once its page is there, where the address asks for it. */
export function useAskedAddition(isThere: boolean, open: () => void): void {
  const opens = useRef(open)
  opens.current = open
  useEffect(() => {
    if (!isThere || new URLSearchParams(location.search).get(ASKS) !== 'media') return
    go(location.pathname, { replace: true })
    opens.current()
  }, [isThere])
}
