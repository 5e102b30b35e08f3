import { type KeyboardEvent, useEffect, useState } from 'react'
import { go } from '../../lib/navigation.ts'
import { stepped } from '../../lib/lists/step-through-list.ts'

/**
 * The key code for keys that an input method handles. Importing `ui/forms/is-composing.ts` would add the map's code to
 * Discover's initial screen.
 */
const OF_INPUT_METHOD = 229

type Option = { key: string; href: string }

type Props = {
  options: readonly Option[]
  open: boolean
  onOpen: (open: boolean) => void
  /** Clears the field. */
  onClear: () => void
}

/** Manages the row selected with the arrow keys. Enter opens it. Escape closes the panel, then clears the field. */
export function useSelection({ options, open, onOpen, onClear }: Props) {
  // Stored by key, because the next response may contain different rows or a different order.
  const [active, setActive] = useState<string | null>(null)
  const now = options.find(({ key }) => key === active)

  const clear = () => {
    onClear()
    setActive(null)
  }
  const taken = () => {
    clear()
    onOpen(false)
  }
  const move = (step: number) => {
    onOpen(true)
    if (options.length === 0) return
    setActive(stepped(options, active, step))
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      move(key === 'ArrowDown' ? 1 : -1)
    } else if (
      key === 'Enter' &&
      !event.nativeEvent.isComposing &&
      event.nativeEvent.keyCode !== OF_INPUT_METHOD
    ) {
      event.preventDefault()
      if (open && now) {
        taken()
        go(now.href)
      } else onOpen(false)
    } else if (key === 'Escape') {
      if (open) onOpen(false)
      else clear()
      setActive(null)
    }
  }
  useEffect(() => {
    if (now) document.getElementById(`${now.key}-found`)?.scrollIntoView({ block: 'nearest' })
  }, [now])
  return {
    /** The selected row's key; null if there is none. */
    active: now?.key ?? null,
    reset: () => setActive(null),
    clear,
    taken,
    press,
  }
}
