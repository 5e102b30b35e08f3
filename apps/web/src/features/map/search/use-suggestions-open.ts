import { useEffect, useRef, useState } from 'react'
import { stepped } from '../../../lib/lists/step-through-list.ts'

/** Delay (ms) before the list closes when the field loses focus, so that a suggestion can still be clicked. */
const HIDE_AFTER_MS = 200

/** Tracks whether a suggestion list is open, and which item is active. */
export function useSuggestionsOpen(suggestions: readonly { key: string }[]) {
  const [open, setOpen] = useState(false)
  // Stored by key, because the next response may contain different items or a different order.
  const [active, setActive] = useState<string | null>(null)
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hiding.current), [])
  return {
    isShown: open && suggestions.length > 0,
    /** The index of the active suggestion, or -1 if there is none. */
    active: suggestions.findIndex(({ key }) => key === active),
    close: () => setOpen(false),
    /** Opens the list with no active item. */
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
