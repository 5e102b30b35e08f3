import { useBrowserValue } from '../lib/use-browser-value.ts'

/** Whether a media query matches; rerenders when that changes. */
export function useMediaQuery(query: string): boolean {
  return useBrowserValue(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
