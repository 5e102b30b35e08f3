import { useEffect, useId, useRef, useState } from 'react'

/** A form that opens in place of its button. When it closes, the button with this id gets the focus again. */
export function useFormInPlace(first = false) {
  const [isOpen, setOpen] = useState(first)
  const buttonId = useId()
  const wasOpen = useRef(first)
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.getElementById(buttonId)?.focus()
    wasOpen.current = isOpen
  }, [isOpen, buttonId])
  return { isOpen, buttonId, open: () => setOpen(true), close: () => setOpen(false) }
}
