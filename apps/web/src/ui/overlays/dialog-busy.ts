import { createContext, use, useCallback, useEffect, useState } from 'react'

/** Counts a dialog's pending requests. */
export const DialogBusy = createContext<(by: 1 | -1) => void>(() => undefined)

/** Returns whether the dialog has pending requests, and the {@link DialogBusy} value for its children. */
export function useDialogBusy() {
  const [count, setCount] = useState(0)
  const countBusy = useCallback((by: 1 | -1) => setCount((before) => before + by), [])
  return { isBusy: count > 0, countBusy }
}

/** Counts part of a dialog as busy while its request is pending, so that the dialog stays open. */
export function useBusyPart(busy: boolean): void {
  const countBusy = use(DialogBusy)
  useEffect(() => {
    if (!busy) return
    countBusy(1)
    return () => countBusy(-1)
  }, [busy, countBusy])
}
