import { type RefObject, useState } from 'react'
import type { Need } from './share-needs.ts'

/** Marks the part of the form that fills a need, so that {@link useLead} can find it. */
export function markNeed(need: Need): { 'data-need': Need } {
  return { 'data-need': need }
}

function focusPart(form: HTMLElement | null, need: Need): void {
  const part = form?.querySelector(`[data-need=${need}]`)
  part?.scrollIntoView({ block: 'center' })
  const field =
    part?.querySelector<HTMLElement>('[data-lead]') ??
    part?.querySelector<HTMLElement>('input, button, textarea')
  field?.focus({ preventScroll: true })
}

/** Goes to the first missing field: scrolls to it, focuses it, and reports it as `asked` until it's filled in. */
export function useLead(
  form: RefObject<HTMLElement | null>,
  needs: readonly Need[],
): { asked: Need | null; lead: () => void } {
  const [asked, setAsked] = useState<Need | null>(null)
  return {
    asked: asked !== null && needs.includes(asked) ? asked : null,
    lead: () => {
      const [need] = needs
      if (!need) return
      setAsked(need)
      // A row under More opens before its field can receive focus.
      requestAnimationFrame(() => focusPart(form.current, need))
    },
  }
}
