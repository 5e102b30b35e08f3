import { useEffect, useId, useRef, useState } from 'react'

/** Manages a form that replaces its button. When the form closes, focus returns to the button. */
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
