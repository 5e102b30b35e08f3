import { createAtom, useSelector } from '@tanstack/react-store'

/** A toast's content. `duration` is in ms. */
export type ToastText = {
  title: string
  description?: string | undefined
  kind?: 'success' | 'error' | 'info'
  duration?: number
  action?: { label: string; run: () => void }
}

/** The visible toast. */
export type ShownToast = ToastText & { id: number }

const VISIBLE_MS = 5000
const PAUSED_MS = 1_000_000

const shown = createAtom<ShownToast | null>(null)
let lastId = 0

/** Shows a toast, replacing the current one. */
export function toast(text: ToastText): void {
  lastId += 1
  shown.set({ ...text, id: lastId })
}

/** Closes the current toast, or only the toast with `id` if given. */
export function closeToast(id?: number): void {
  if (id === undefined || shown.get()?.id === id) shown.set(null)
}

/** Returns how long (ms) a toast stays visible. `paused` is true while the pointer is on the toast or it has focus. */
export function toastLife(text: ToastText, paused: boolean): number {
  return paused ? PAUSED_MS : (text.duration ?? VISIBLE_MS)
}

/** Returns the visible toast; null if there is none. */
export function toastNow(): ShownToast | null {
  return shown.get()
}

/** Like {@link toastNow}, but rerenders the component when the toast changes. */
export function useToast(): ShownToast | null {
  return useSelector(shown)
}
