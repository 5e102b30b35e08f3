import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Focuses the first field of a form that opens, unless it was filled already (`wasFilled`), and after a refusal the first
 * field that is wrong.
 */
export function useFormFocus(errors: Readonly<Record<string, string>>, { wasFilled = false } = {}) {
  const form = useRef<HTMLFormElement>(null)
  const begin = useEffectEvent(() => {
    if (!wasFilled) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  })
  useEffect(() => begin(), [])
  useEffect(() => {
    const wrong = Object.keys(errors).find((name) => errors[name])
    const field = wrong && form.current?.elements.namedItem(wrong)
    if (field instanceof HTMLElement) field.focus()
  }, [errors])
  return form
}
