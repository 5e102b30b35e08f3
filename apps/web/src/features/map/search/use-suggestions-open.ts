import { useEffect, useRef, useState } from 'react'
import { stepped } from '../../../lib/step-through-list.ts'

/** The list closes this long (ms) after the field loses the focus, so that a press on a suggestion still works. */
const HIDE_AFTER_MS = 200

/** The state of a list of suggestions: whether it is open, and which one is active. */
export function useSuggestionsOpen(suggestions: readonly { key: string }[]) {
  const [open, setOpen] = useState(false)
  // By key: the next response may have others, or the same at another index.
  const [active, setActive] = useState<string | null>(null)
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hiding.current), [])
  return {
    isShown: open && suggestions.length > 0,
    /** The index of the active suggestion; -1 for none. */
    active: suggestions.findIndex(({ key }) => key === active),
    close: () => setOpen(false),
    /** Opens the list with none active. */
    restart: () => {
      setActive(null)
      setOpen(true)
    },
    /** Closes the list after a choice. */
    finish: () => {
      setOpen(false)
      setActive(null)
    },
    move: (key: 'ArrowDown' | 'ArrowUp') => {
      setOpen(true)
      setActive((now) => stepped(suggestions, now, key === 'ArrowDown' ? 1 : -1))
    },
    onFocus: () => {
      clearTimeout(hiding.current)
      setOpen(true)
    },
    onBlur: () => {
      hiding.current = setTimeout(() => setOpen(false), HIDE_AFTER_MS)
    },
  }
}
