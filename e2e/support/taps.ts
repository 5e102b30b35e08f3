import type { Locator } from '@playwright/test'

/** Counts taps: `tap` taps an element, and `taps.count` is the number so far. */
export function countTaps() {
  const taps = { count: 0 }
  const tap = async (on: Locator) => {
    taps.count += 1
    await on.click()
  }
  return { taps, tap }
}
