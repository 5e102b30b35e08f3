/** Acts once, `ms` after the last of several calls, and ignores errors. `stop` cancels a pending call. */
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
