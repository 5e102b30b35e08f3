import { go } from './navigation.ts'

/** Back to the screen before this one, or to `fallback` when the person came here straight from outside. */
export const backOr = (fallback: string) => (): void => {
  // The router counts its entries; the first one of a visit has index 0.
  const index = (history.state as { __TSR_index?: number } | null)?.__TSR_index ?? 0
  if (index > 0) history.back()
  else go(fallback, { replace: true })
}
