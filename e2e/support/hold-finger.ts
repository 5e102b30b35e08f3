import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The photo above the screen while a long press has opened a menu. */
export function findPreview(page: Page) {
  return page.locator('.long-press_preview')
}

/** Rests a finger on an element until that counts as a long press, slides it by `dy` px down, and lifts it. */
export async function holdFinger(page: Page, element: Locator, dy = 0): Promise<void> {
  const box = await element.boundingBox()
  if (!box) throw new Error('not on screen')
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await expect(findPreview(page)).toBeVisible()
  for (let y = at.y + 20; y <= at.y + dy; y += 20)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: at.x, y }] })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}
