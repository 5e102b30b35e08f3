import { useRef } from 'react'

/** Returns an idempotency key for the content: while the form is open, the same content has the same key. */
export function useSubmitKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' })
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() }
    return last.current.key
  }
}
