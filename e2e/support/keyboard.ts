import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** The maximum number of key presses from one control on a screen to another. */
const MOST = 60

/** The previously focused control and how it looked, stored in the page. */
type Before = { control: Element; look: string }
type Keyed = typeof globalThis & { lastFocus?: Before | undefined }

/** Whether the control that had the focus looked different with it. Describes the problem; null if there is none. */
function wrongWithLook(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const keyed = globalThis as Keyed
    const getName = (element: Element) =>
      `${element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 40) || element.id)} (${element.className || element.tagName})`
    // A field shows its focus on its frame.
    const look = (element: Element) => {
      const shown: string[] = []
      for (let at: Element | null = element, n = 0; at && n < 4; at = at.parentElement, n++)
        for (const part of [null, '::before', '::after']) {
          const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(at, part)
          shown.push(outline, boxShadow, borderColor, backgroundColor)
        }
      return shown.join()
    }
    const before = keyed.lastFocus
    const now = document.activeElement
    keyed.lastFocus = undefined
    // A button inside a field has its own ring, while the field still shows the one on its frame.
    const isNextTo = now !== document.body && before?.control.parentElement?.contains(now)
    if (
      before?.control.isConnected &&
      before.control !== now &&
      !isNextTo &&
      look(before.control) === before.look
    )
      return `focus was not seen: ${getName(before.control)}`
    // After the last control on a page, the browser itself gets the focus.
    if (now && now !== document.body) keyed.lastFocus = { control: now, look: look(now) }
    return null
  })
}

/** Describes any problem with the place of the focused control; null if there is none. */
function wrongWithPlace(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const getName = (element: Element) =>
      `${element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 40) || element.id)} (${element.className || element.tagName})`
    const now = document.activeElement
    if (!now || now === document.body) return null
    const { top, bottom, left, right, width, height } = now.getBoundingClientRect()
    if (width === 0 || height === 0) return `focus on what has no size: ${getName(now)}`
    const [x, y] = [
      (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    ]
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
      return `focus outside of the screen: ${getName(now)}`
    const above = document.elementFromPoint(x, y)
    // A toast closes by itself.
    const isPassing = above?.closest('[class^=toaster]')
    if (
      above &&
      !isPassing &&
      !now.contains(above) &&
      !above.contains(now) &&
      !above.closest('label')?.contains(now)
    ) {
      const isHidden = [0.1, 0.9].every((part) => {
        const at = document.elementFromPoint(left + width * part, top + height * part)
        return at !== null && !now.contains(at) && !at.contains(now)
      })
      if (isHidden) return `focus under something: ${getName(now)}, below ${getName(above)}`
    }
    return null
  })
}

/** Whether an element has the focus. */
function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement, undefined)
}

/**
 * Presses Tab until `target` has the focus. On the way, checks that each focused element shows its focus, is in view,
 * and isn't covered, and that nothing traps the focus.
 */
export async function tabTo(page: Page, target: Locator, { back } = { back: false }): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < MOST; presses++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    expect(await wrongWithLook(page)).toBeNull()
    // Content that has just loaded may still move the control.
    await expect.poll(() => wrongWithPlace(page)).toBeNull()
  }
  throw new Error(`${MOST} presses did not lead to ${String(target)}`)
}

/** Moves to a control with Tab, or back with Shift+Tab, and presses Enter. */
export async function pressByKey(page: Page, target: Locator, way?: { back: boolean }): Promise<void> {
  await tabTo(page, target, way)
  await page.keyboard.press('Enter')
}
