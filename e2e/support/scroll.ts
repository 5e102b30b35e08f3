import { expect, type Locator, type Page } from '@playwright/test'

/** Scrolls to an element in a list whose rows are added and removed. */
export function scrollTo(wanted: Locator): Promise<void> {
  return expect(() => wanted.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass()
}

/** Waits until the page has drawn everything that it knows by now. */
export async function drawFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
}

/** Turns the wheel step by step until an element further down is in view, as a reader does. */
export function wheelTo(wanted: Locator): Promise<void> {
  const page = wanted.page()
  return expect(async () => {
    await page.mouse.wheel(0, 200)
    await drawFrames(page)
    await expect(wanted).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [100] })
}
