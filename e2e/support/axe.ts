import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type axe from 'axe-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The themes in which screens are checked. */
export const THEMES = ['light', 'dark'] as const

type Theme = (typeof THEMES)[number]

/** The engine with its internal rules, because a rule's impact isn't part of the public API. */
type Engine = typeof axe & { _audit: { rules: { id: string; impact: string }[] } }

// The themes differ only in color, so rules that don't depend on color run only once.
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
const OPTIONS: Record<Theme, axe.RunOptions> = {
  // Target size is a WCAG 2.2 rule that axe runs only if it's enabled explicitly.
  light: { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } },
  dark: { resultTypes: ['violations'], runOnly: OF_COLOURS },
}

/**
 * Checks that a page has no serious or critical violation of WCAG 2.2 A and AA in either theme. Calls `look` in each
 * theme for further checks; skips the rules in `without`.
 */
export async function expectAccessible(
  page: Page,
  look: (theme: Theme) => Promise<void> = async () => undefined,
  without: readonly string[] = [],
): Promise<void> {
  // An element that is closing fades out, and is no longer part of the screen.
  await expect(page.locator('[data-ending-style]')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE)
  await inBothThemes(page, async (theme) => {
    const grave = await page.evaluate(
      async ([options, left]) => {
        const { axe: engine } = globalThis as unknown as { axe: Engine }
        // Elements under a toast, the button for new posts, or a bar on a scrolled page count as too small, so skip the
        // rule then.
        const isCovered =
          scrollY > 0 ||
          document.querySelector('[class*=toaster_] button, [class*=feed_newer] button') !== null
        // Violations have their rule's impact, so rules with a lower impact don't need to run.
        for (const { id, impact } of options.rules ? engine._audit.rules : [])
          if (
            impact === 'minor' ||
            impact === 'moderate' ||
            left.includes(id) ||
            (isCovered && id === 'target-size')
          )
            options.rules![id] = { enabled: false }
        // These elements only move the focus to other elements, but axe doesn't always recognize that in a menu.
        const guards = { exclude: '[data-base-ui-focus-guard]' }
        const { violations } = await engine.run(guards, options)
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(
            ({ id, help, nodes }) =>
              `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
          )
      },
      [OPTIONS[theme], without] as const,
    )
    expect(grave, `axe, ${theme}`).toEqual([])
    await look(theme)
  })
}

/** Runs `work` in each theme without animations, then restores the page. */
export async function inBothThemes(page: Page, work: (theme: Theme) => Promise<void>): Promise<void> {
  const moves = await page.evaluate(() => !matchMedia('(prefers-reduced-motion: reduce)').matches)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(
      (theme) => localStorage.getItem('nollie.theme') ?? document.documentElement.dataset.theme === theme,
      colorScheme,
    )
    await work(colorScheme)
  }
  await page.emulateMedia({ colorScheme: null, ...(moves && { reducedMotion: null }) })
}
