/** Debounces `act`: runs it once, `ms` after the last call, and ignores its errors. `stop` cancels a pending run. */
export function makeDebounced(act: () => unknown, ms: number): { trigger: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async () => {
    try {
      await act()
    } catch {}
  }
  return {
    trigger: () => {
      clearTimeout(timer)
      timer = setTimeout(() => void run(), ms)
    },
    stop: () => clearTimeout(timer),
  }
}
