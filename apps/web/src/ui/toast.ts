import { useSyncExternalStore } from 'react'

/** What a toast says. `duration` in ms. */
export type ToastText = {
  title: string
  description?: string | undefined
  kind?: 'success' | 'error' | 'info'
  duration?: number
}

/** The toast on screen. */
export type ShownToast = ToastText & { id: number }

const VISIBLE_MS = 5000
/** How long a toast may stay while the pointer or the focus is on it, in ms. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000

let shown: ShownToast | null = null
let lastId = 0
const views = new Set<() => void>()

const put = (next: ShownToast | null) => {
  shown = next
  for (const view of views) view()
}

/** Shows a toast; a new one takes the place of the one on screen, so there is only ever one. */
export const toast = (text: ToastText): void => {
  lastId += 1
  put({ ...text, id: lastId })
}

/** Takes a toast off the screen; of another one, when `id` is given, nothing happens. */
export const closeToast = (id?: number): void => {
  if (id === undefined || shown?.id === id) put(null)
}

/** How long a toast stays, in ms. */
export const toastLife = (text: ToastText): number => text.duration ?? VISIBLE_MS

const subscribe = (view: () => void) => {
  views.add(view)
  return () => views.delete(view)
}

/** The toast on screen, null when there is none. */
export const toastNow = (): ShownToast | null => shown

/** The same for the one place that draws it. */
export const useToast = (): ShownToast | null => useSyncExternalStore(subscribe, toastNow)
