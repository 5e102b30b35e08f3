import { useEffect, useId, useRef, useState } from 'react'

/** A form that opens in the place of its button; when it closes, the focus comes back to the button of this id. */
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
