import { useLayoutEffect } from 'react'

let ownName: string | null = null

/** Returns the document title for a screen name. */
export function titled(name: string): string {
  return name ? `${name} · Nollie` : 'Nollie'
}

/** Sets the document title to the name that the screen has set itself, or else to its route's name. */
export function showTitle(routeName: string): void {
  document.title = titled(ownName ?? routeName)
}

/**
 * Sets the document title once the screen's content is loaded, e.g. to a spot's name. A layout effect, because the
 * router reports a new screen before other effects run.
 */
export function useTitle(name: string | null | undefined): void {
  useLayoutEffect(() => {
    if (!name) return
    ownName = name
    document.title = titled(name)
    return () => {
      ownName = null
    }
  }, [name])
}
