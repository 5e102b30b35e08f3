import { useEffect, useEffectEvent } from 'react'

// Dialogs and menus above the lightbox, text fields, and videos handle their own keys.
function isForLightbox(target: EventTarget | null, lightbox: HTMLElement): boolean {
  return (
    target === document.body ||
    (target instanceof Element &&
      target.closest('[role="dialog"]') === lightbox &&
      !target.closest('input, textarea, video, [role="menu"]'))
  )
}

function findStep(key: string, index: number, last: number): number | null {
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'ArrowRight') return Math.min(last, index + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

type Props = {
  /** The lightbox's element; null until it's mounted. */
  host: HTMLElement | null
  index: number
  last: number
  onGo: (index: number) => void
}

/** Pages through the lightbox with the arrow keys, Home, and End. */
export function useArrowKeys({ host, index, last, onGo }: Props): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!host || !isForLightbox(event.target, host) || event.altKey || event.ctrlKey || event.metaKey) return
    const to = findStep(event.key, index, last)
    if (to === null) return
    event.preventDefault()
    onGo(to)
  })
  useEffect(() => {
    // Registered on the document, in case nothing has focus, and in the capture phase, because the dialog's listener
    // stops arrow keys.
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])
}
