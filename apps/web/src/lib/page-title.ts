import { useEffect } from 'react'

/** Returns the document title for a screen name. */
export const titled = (name: string): string => (name ? `${name} · Nollie` : 'Nollie')

/** Sets the document title once the screen's content is loaded, e.g. to a spot's name. */
export function useTitle(name: string | null | undefined): void {
  useEffect(() => {
    if (name) document.title = titled(name)
  }, [name])
}
