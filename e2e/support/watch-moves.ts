import type { Page } from '@playwright/test'

type Watched = { moved: string[]; stop: boolean }

/**
 * Tracks the positions of the links and buttons in `home` in each frame, starting when both they and `begun` are on
 * screen. Call this before anything loads. Returns a function that stops tracking and lists the ones that moved.
 */
export async function watchMoves(page: Page, home: string, begun: string): Promise<() => Promise<string[]>> {
  const watched = await page.evaluateHandle(
    ([inside, first]): Watched => {
      const seen = new Map<Element, string>()
      const state: Watched = { moved: [], stop: false }
      const look = () => {
        const pressable = document.querySelector(first)
          ? document.querySelectorAll(`${inside} a, ${inside} button`)
          : []
        for (const element of pressable) {
          const { x, y, width } = element.getBoundingClientRect()
          if (width === 0) continue
          const at = `${Math.round(x)},${Math.round(y)}`
          const before = seen.get(element)
          seen.set(element, at)
          const called = element.getAttribute('aria-label') ?? element.textContent
          if (before && before !== at) state.moved.push(`${called}: ${before} to ${at}`)
        }
        if (!state.stop) requestAnimationFrame(look)
      }
      look()
      return state
    },
    [home, begun] as const,
  )
  return () =>
    watched.evaluate((state) => {
      state.stop = true
      return state.moved
    })
}
