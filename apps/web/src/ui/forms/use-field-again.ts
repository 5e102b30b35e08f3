import { useEffect, useRef } from 'react'

/**
 * Wraps `send` for a form that is inert while it's being sent. Once done, the returned `send` focuses the field in
 * which Enter was pressed, unless the focus has moved.
 */
export function useFieldAgain(busy: boolean, send: () => unknown): () => unknown {
  const field = useRef<Element | null>(null)
  useEffect(() => {
    const { current } = field
    if (busy || !(current instanceof HTMLElement)) return
    field.current = null
    // When a field becomes inert, focus moves to the page or to the dialog around it.
    if (document.activeElement?.contains(current)) current.focus()
  }, [busy])
  return () => {
    field.current = document.activeElement
    return send()
  }
}
