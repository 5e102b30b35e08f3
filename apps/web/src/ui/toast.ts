import { createAtom, useSelector } from '@tanstack/react-store'

/** The content of a toast. `duration` in ms. */
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

/** Shows a toast, which replaces the current one. */
export const toast = (text: ToastText): void => {
  lastId += 1
  shown.set({ ...text, id: lastId })
}

/** Closes the toast; if `id` is given, only that one. */
export const closeToast = (id?: number): void => {
  if (id === undefined || shown.get()?.id === id) shown.set(null)
}

/** How long (ms) a toast stays; `paused` while it has the pointer or the focus. */
export const toastLife = (text: ToastText, paused: boolean): number =>
  paused ? PAUSED_MS : (text.duration ?? VISIBLE_MS)

/** The visible toast; null if there is none. */
export const toastNow = (): ShownToast | null => shown.get()

/** {@link toastNow} for the component that renders it. */
export const useToast = (): ShownToast | null => useSelector(shown)
