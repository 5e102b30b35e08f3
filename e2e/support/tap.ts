import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

type Point = { x: number; y: number }

/** Returns the center of an element, once the element is still, in the middle of the screen, and not covered. */
async function findMiddle(element: Locator): Promise<Point> {
  const look = () =>
    element.evaluate((node) => {
      node.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = node.getBoundingClientRect()
      const at = { x: left + width / 2, y: top + height / 2 }
      return { at, isFree: node.contains(document.elementFromPoint(at.x, at.y)) }
    })
  let at: Point = { x: 0, y: 0 }
  await expect(async () => {
    const before = await look()
    const now = await look()
    expect(now).toEqual({ at: before.at, isFree: true })
    at = now.at
  }).toPass()
  return at
}

/** Double-taps an element; see {@link tapTwiceAt}. */
export async function tapTwice(page: Page, element: Locator): Promise<void> {
  await tapTwiceAt(page, await findMiddle(element))
}

/**
 * Double-taps a point of the page. Sends all four events before the first one is answered, because on a busy machine two
 * `tap` calls may be too far apart for a double tap.
 */
export async function tapTwiceAt(page: Page, at: Point): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchEnd') =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [at] : [] })
  await Promise.all([send('touchStart'), send('touchEnd'), send('touchStart'), send('touchEnd')])
  await devtools.detach()
}
