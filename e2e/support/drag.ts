import type { Locator, Page } from '@playwright/test'
import { drawFrames } from './scroll.ts'

const STEPS = 8

/** Drags an element by `dy` px down from its center with one finger. */
export function dragFinger(page: Page, element: Locator, dy: number): Promise<void> {
  return moveFinger(page, element, { x: 0, y: dy })
}

/** Swipes an element by `dx` px to the right from its center with one finger. */
export function swipeFinger(page: Page, element: Locator, dx: number): Promise<void> {
  return moveFinger(page, element, { x: dx, y: 0 })
}

/** The finger pauses before it lifts, so that its speed is 0. */
async function moveFinger(page: Page, element: Locator, by: { x: number; y: number }): Promise<void> {
  // The browser decides from the last frame whether a touch scrolls.
  await drawFrames(page)
  const box = await element.boundingBox()
  if (!box) throw new Error('not on screen')
  const x = Math.round(box.x + box.width / 2)
  const y = Math.round(box.y + box.height / 2)
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: shares.map((share) => ({ x: x + by.x * share, y: y + by.y * share })),
    })
  await send('touchStart', 0)
  for (let step = 1; step <= STEPS; step++) await send('touchMove', step / STEPS)
  await page.waitForTimeout(200)
  await send('touchEnd')
  await devtools.detach()
}
