import { createContext, use, useCallback, useEffect, useState } from 'react'

/** Counts what is being sent in a dialog. */
export const KeptOpen = createContext<(by: 1 | -1) => void>(() => undefined)

/** Whether something in a dialog is being sent, and the value of {@link KeptOpen} around its parts. */
export function useKeptOpen() {
  const [count, setCount] = useState(0)
  const keep = useCallback((by: 1 | -1) => setCount((before) => before + by), [])
  return { isKept: count > 0, keep }
}

/** Keeps the dialog around a part open while that is being sent. */
export function useKeepsOpen(busy: boolean): void {
  const keep = use(KeptOpen)
  useEffect(() => {
    if (!busy) return
    keep(1)
    return () => keep(-1)
  }, [busy, keep])
}
