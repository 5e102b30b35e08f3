import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Where the focus is in a form that was opened in place: on its first field, unless it `stood` open when the screen came,
 * and after a refusal on the first field that is wrong.
 */
export function useFormFocus(errors: Readonly<Record<string, string>>, { stood = false } = {}) {
  const form = useRef<HTMLFormElement>(null)
  const begin = useEffectEvent(() => {
    if (!stood) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  })
  useEffect(() => begin(), [])
  useEffect(() => {
    const wrong = Object.keys(errors).find((name) => errors[name])
    const field = wrong && form.current?.elements.namedItem(wrong)
    if (field instanceof HTMLElement) field.focus()
  }, [errors])
  return form
}
