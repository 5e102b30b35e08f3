import type { Locator, Page } from '@playwright/test'

const STEPS = 8

/**
 * Drags an element by `dy` px from its center with one finger. The finger pauses before it lifts, so that its speed is
 * 0.
 */
export async function dragFinger(page: Page, element: Locator, dy: number): Promise<void> {
  const box = await element.boundingBox()
  if (!box) throw new Error('not on screen')
  const x = Math.round(box.x + box.width / 2)
  const y = Math.round(box.y + box.height / 2)
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((y) => ({ x, y })) })
  await send('touchStart', y)
  for (let step = 1; step <= STEPS; step++) await send('touchMove', y + (dy * step) / STEPS)
  await page.waitForTimeout(200)
  await send('touchEnd')
  await devtools.detach()
}
