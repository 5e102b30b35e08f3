/** Acts once, `ms` after the last of several calls; what fails is left. `stop` takes back a call that is still to come. */
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
