import { useEffect } from 'react'

/** The document title for a screen's name. */
export const titled = (name: string): string => (name ? `${name} · Nollie` : 'Nollie')

/** Sets the document title once the screen's content is loaded, e.g. a spot's name. */
export function useTitle(name: string | null | undefined): void {
  useEffect(() => {
    if (name) document.title = titled(name)
  }, [name])
}
