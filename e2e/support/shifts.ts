import { expect, type Page } from '@playwright/test'

/** Measures layout shifts of all pages that load from now on. */
export function watchShifts(page: Page) {
  return page.addInitScript(() => {
    const sums = window as unknown as { shifted: number; moved: string[] }
    Object.assign(sums, { shifted: 0, moved: [] })
    type Source = { node?: Node; previousRect: DOMRect; currentRect: DOMRect }
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
    const describe = ({ node, previousRect: from, currentRect: to }: Source) =>
      `${node instanceof Element ? node.className : node?.nodeName} ${from.y}+${from.height} -> ${to.y}+${to.height}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        sums.shifted += entry.value
        sums.moved.push(`${entry.value.toFixed(3)}: ${entry.sources.map(describe).join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Expects that hardly anything has shifted since the page started loading. A failure names what has. */
export async function expectSteady(page: Page, max = 0.02) {
  const { shifted, moved } = await page.evaluate(() => {
    const { shifted, moved } = window as unknown as { shifted: number; moved: string[] }
    return { shifted, moved }
  })
  expect(shifted, moved.join('\n')).toBeLessThan(max)
}
