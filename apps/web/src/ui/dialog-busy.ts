import { createContext, use, useCallback, useEffect, useState } from 'react'

/** Counts the pending requests of a dialog. */
export const DialogBusy = createContext<(by: 1 | -1) => void>(() => undefined)

/** Whether a request of the dialog is pending, and the value of {@link DialogBusy} for its parts. */
export function useDialogBusy() {
  const [count, setCount] = useState(0)
  const countBusy = useCallback((by: 1 | -1) => setCount((before) => before + by), [])
  return { isBusy: count > 0, countBusy }
}

/** Counts a part of a dialog while its request is pending, so that the dialog stays open. */
export function useBusyPart(busy: boolean): void {
  const countBusy = use(DialogBusy)
  useEffect(() => {
    if (!busy) return
    countBusy(1)
    return () => countBusy(-1)
  }, [busy, countBusy])
}
