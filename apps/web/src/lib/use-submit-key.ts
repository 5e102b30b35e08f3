import { useRef } from 'react'

/** Names submits by their content: the same content has the same key while the form is open, so that it is stored once. */
export function useSubmitKey(): (content: string) => string {
  const last = useRef({ content: '', key: '' })
  return (content) => {
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() }
    return last.current.key
  }
}
