import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type axe from 'axe-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The themes in which a screen is checked. */
export const THEMES = ['light', 'dark'] as const

type Theme = (typeof THEMES)[number]

/** With its rules, whose impact has no public name. */
type Engine = typeof axe & { _audit: { rules: { id: string; impact: string }[] } }

// The themes differ in their colours only, so the rules that ignore colours run once.
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
const OPTIONS: Record<Theme, axe.RunOptions> = {
  // The size of what can be pressed is a rule of WCAG 2.2 that the engine leaves out unless it is named.
  light: { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } },
  dark: { resultTypes: ['violations'], runOnly: OF_COLOURS },
}

/**
 * Checks the screen of a page against WCAG 2.2 A and AA in both themes: no serious or critical violation. `look`
 * checks it in each theme, too; rules `without` are left out.
 */
export async function expectAccessible(
  page: Page,
  look: (theme: Theme) => Promise<void> = async () => undefined,
  without: readonly string[] = [],
): Promise<void> {
  // A closing element fades out and is no longer part of the screen.
  await expect(page.locator('[data-ending-style]')).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE)
  await inBothThemes(page, async (theme) => {
    const grave = await page.evaluate(
      async ([options, left]) => {
        const { axe: engine } = globalThis as unknown as { axe: Engine }
        // What a toast, or a bar over a scrolled page, covers counts as small. The walk over every screen has neither.
        const isCovered = scrollY > 0 || document.querySelector('[class*=toaster_] button') !== null
        // What a rule finds has the rule's impact, so those of lesser ones need not run.
        for (const { id, impact } of options.rules ? engine._audit.rules : [])
          if (
            impact === 'minor' ||
            impact === 'moderate' ||
            left.includes(id) ||
            (isCovered && id === 'target-size')
          )
            options.rules![id] = { enabled: false }
        const { violations } = await engine.run(document, options)
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
    await work(colorScheme)
  }
  await page.emulateMedia({ colorScheme: null, ...(moves && { reducedMotion: null }) })
}
