import type { Page } from '@playwright/test'

/**
 * Lists the states that can't be seen in forced-colors mode, which removes backgrounds and shadows: which control in a
 * group is selected, and which element has focus.
 */
export async function unseenInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  // From here on the browser shows focus, as it does for people who use a keyboard.
  await page.keyboard.press('Shift')
  const found = await page.evaluate(() => {
    const CHOSEN =
      '[aria-pressed=true], [aria-selected=true], [aria-checked=true], [aria-current]:not([aria-current=false])'
    const OTHERS = '[aria-pressed=false], [aria-selected=false], [aria-checked=false]'
    const CONTROLS =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [tabindex="0"]'
    const LOOKS = [
      'color',
      'backgroundColor',
      'borderTopColor',
      'borderTopWidth',
      'borderTopStyle',
      'borderBottomWidth',
      'borderBottomStyle',
      'outlineStyle',
      'outlineColor',
      'textDecorationLine',
      'fontWeight',
      'content',
    ] as const
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.sr-only, [inert]')
    const getName = (element: Element) =>
      `${element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 40) || element.id)} (${element.className || element.tagName})`
    const look = (element: Element) =>
      [null, '::before', '::after']
        .map((part) => {
          const style = getComputedStyle(element, part)
          return LOOKS.map((name) => style[name]).join()
        })
        .join() + element.querySelectorAll('svg, img').length
    const found: string[] = []
    for (const chosen of document.querySelectorAll(CHOSEN)) {
      if (!isSeen(chosen)) continue
      const kind = chosen.tagName + chosen.getAttribute('role')
      const group =
        chosen.closest('[role=radiogroup], [role=tablist], [role=group], nav, fieldset, ul') ??
        chosen.parentElement
      const others = [...(group?.querySelectorAll(`${OTHERS}, nav a:not([aria-current])`) ?? [])].filter(
        (other) => isSeen(other) && other.tagName + other.getAttribute('role') === kind,
      )
      if (others.some((other) => look(other) === look(chosen)))
        found.push(`not seen as chosen: ${getName(chosen)}`)
    }
    const focused = document.activeElement
    for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!isSeen(control) || control.matches(':disabled, [tabindex="-1"]')) continue
      const { width, height } = control.getBoundingClientRect()
      if (width < 2 || height < 2) continue
      control.focus({ preventScroll: true })
      if (document.activeElement !== control) continue
      const { outlineStyle, outlineWidth } = getComputedStyle(control)
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 1)
        found.push(`focus is not seen: ${getName(control)}`)
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    return found
  })
  await page.emulateMedia({ forcedColors: null })
  return found
}
