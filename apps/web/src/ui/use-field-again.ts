import { useEffect, useRef } from 'react'

/**
 * For a form that is inert while it is sent: returns `send`, after which the field in which Enter was pressed has the
 * focus again, unless another took it.
 */
export function useFieldAgain(busy: boolean, send: () => unknown): () => unknown {
  const field = useRef<Element | null>(null)
  useEffect(() => {
    const { current } = field
    if (busy || !(current instanceof HTMLElement)) return
    field.current = null
    // The focus of a field that became inert is on the page, or on the dialog around it.
    if (document.activeElement?.contains(current)) current.focus()
  }, [busy])
  return () => {
    field.current = document.activeElement
    return send()
  }
}
