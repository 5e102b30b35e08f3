import type { Page } from '@playwright/test'

/** Simulates a browser with the text size doubled. Everything in rem scales with it. */
const LARGE = ':root { font-size: 200% }'

/**
 * Lists content lost at twice the text size (WCAG 1.4.4): text that a box cuts off or that overflows its button,
 * overlapping text, and pages that scroll sideways. Restores the size.
 */
export async function lostInLargeText(page: Page): Promise<string[]> {
  return page.evaluate(async (rules) => {
    /** Differences (px) up to this are due to line rounding. */
    const SLACK = 3
    const PRESSED = 'button, a[href], [role=button], [role=tab], [role=radio], [role=switch]'
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [sheet]
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

    type Text = { at: DOMRect; of: Element; words: string; floats: boolean }
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.sr-only, canvas, [inert], noscript')
    const floats = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true
      return false
    }
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const of = node.parentElement
      const words = (node.textContent ?? '').trim()
      if (!of || !words || !isSeen(of)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const at = range.getBoundingClientRect()
      if (at.width > 0 && at.height > 0) texts.push({ at, of, words: words.slice(0, 40), floats: floats(of) })
    }

    const found: string[] = []
    // Lists truncate user-written text on purpose; the row leads to the full text.
    const isShortened = (element: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element)
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    }
    const isShortenedIn = (button: Element, of: Element) => {
      for (let at: Element | null = of; at && at !== button; at = at.parentElement)
        if (isShortened(at)) return true
      return isShortened(button)
    }
    for (const { at, of, words } of texts) {
      const button = of.closest(PRESSED)
      // With a small line height, letters are drawn higher than their line.
      const slack = Math.max(SLACK, Number.parseFloat(getComputedStyle(of).fontSize) * 0.35)
      // A link inside a paragraph has a separate box for each line.
      if (button && getComputedStyle(button).display !== 'inline' && !isShortenedIn(button, of)) {
        const box = button.getBoundingClientRect()
        if (
          at.left < box.left - SLACK ||
          at.right > box.right + SLACK ||
          at.top < box.top - slack ||
          at.bottom > box.bottom + slack
        )
          found.push(`out of its button: ${words}`)
      }
      for (let box: Element | null = of; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(box)
        if (clipPath === 'inset(50%)') break
        if (/auto|scroll/.test(overflowX + overflowY)) break
        if (isShortened(box) && !(button && button.matches('button[class*=button_root], [role=tab]'))) break
        if (!/hidden|clip/.test(overflowX + overflowY)) continue
        const edge = box.getBoundingClientRect()
        const wide = at.right > edge.right + SLACK || at.left < edge.left - SLACK
        const high = at.bottom > edge.bottom + slack || at.top < edge.top - slack
        if ((wide && overflowX !== 'visible') || (high && overflowY !== 'visible')) {
          found.push(`cut off by ${box.className || box.tagName}: ${words}`)
          break
        }
      }
    }
    const still = texts.filter((text) => !text.floats)
    still.forEach((one, index) => {
      for (const other of still.slice(index + 1)) {
        const across = Math.min(one.at.right, other.at.right) - Math.max(one.at.left, other.at.left)
        const down = Math.min(one.at.bottom, other.at.bottom) - Math.max(one.at.top, other.at.top)
        if (across <= 0 || down <= 0) continue
        const least = Math.min(one.at.width * one.at.height, other.at.width * other.at.height)
        // If a line wraps, the text nodes on it share a box.
        if (
          across * down > least * 0.3 &&
          one.of.parentElement !== other.of.parentElement &&
          !one.of.contains(other.of) &&
          !other.of.contains(one.of)
        )
          found.push(`on top of each other: ${one.words} / ${other.words}`)
      }
    })
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const wide = texts.filter(({ at }) => at.right > clientWidth).map(({ words }) => words)
      found.push(`the page is ${scrollWidth - clientWidth}px wider than the screen: ${wide.join(', ')}`)
    }
    document.adoptedStyleSheets = []
    return found
  }, LARGE)
}
