import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'

const sharp = createRequire(new URL('../../apps/server/package.json', import.meta.url))('sharp')

/** Set by `npm run screenshots`: stored screenshots are replaced instead of compared. */
const IS_WRITING = process.env.SCREENSHOTS === 'write'

/** A pixel differs if a color channel differs by more than this (of 255). Anti-aliasing causes smaller differences. */
const COLOUR = 24
/** The fraction of a screen's pixels that may differ. */
const SHARE = 0.0006

/** How long (ms) a screen may take to load before it counts as different. */
const PATIENCE_MS = 10_000

/** Hides anything random, moving, time-dependent, drawn by a GPU, or in a font that some systems don't have. */
const STEADY = `
  [class*=conditions_] > *, [class*=busts_section] > *, [lang=ja] { display: none !important }
  canvas, [data-seeded] > *, [data-figures] dd, .map_frame > * { visibility: hidden !important }
  * { transition: none !important; animation: none !important; caret-color: transparent !important }
`

// Matches dates and times in strings. Each is replaced with a fixed one in the same format.
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const MOMENTS: [RegExp, string][] = [
  [new RegExp(`\\b(?:\\d{1,2} ${MONTH}|${MONTH} \\d{1,2}),? \\d{4}\\b`, 'g'), 'Jan 1, 2026'],
  [new RegExp(`\\b(?:\\d{1,2} ${MONTH}|${MONTH} \\d{1,2})\\b`, 'g'), 'Jan 1'],
  [/\b\d{1,2}:\d{2}(?: ?[AP]M)?\b/gi, '12:00'],
  [/\b(?:Just now|moments ago|\d+ ?(?:[smhdw]|seconds?|minutes?|hours?) ago)\b/gi, 'Just now'],
  [/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'Sunday'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?=Jan 1\b)/g, 'Sun, '],
]

type Machine = { browser: string; text: number }

let machine: Promise<Machine> | undefined

/** Identifies the renderer, because other browser versions or system fonts produce different screenshots. */
function identifyMachine(page: Page) {
  return (machine ??= (async () => ({
    browser: `Chromium ${page.context().browser()?.version().split('.')[0]} on ${process.platform}`,
    text: await page.evaluate(() => {
      const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      const widths = ['sans-serif', 'serif', 'monospace'].map((family) => {
        context.font = `40px ${family}`
        return context.measureText('Fakie 360 flip, nollie heel').width
      })
      return Math.round(widths.reduce((sum, width) => sum + width, 0))
    }),
  }))())
}

/** Waits until everything on screen is drawn and nothing moves, then replaces all dates and times with a fixed one. */
function settle(page: Page) {
  return page.evaluate(
    async ([rules, moments]) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets = [sheet]
      await document.fonts.ready
      const isSeen = (image: Element) => {
        const { top, bottom, width } = image.getBoundingClientRect()
        return width > 0 && bottom > 0 && top < innerHeight
      }
      const images = [...document.images].filter(isSeen)
      await Promise.all(images.map((image) => image.decode().catch(() => undefined)))
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node as Text
        for (const [pattern, flags, to] of moments) {
          const steady = text.data.replace(new RegExp(pattern, flags), to)
          if (steady !== text.data) text.data = steady
        }
      }
    },
    [STEADY, MOMENTS.map(([{ source, flags }, to]) => [source, flags, to] as const)] as const,
  )
}

/** Takes a screenshot at half size: 4 KB instead of 60, and less sensitive to anti-aliasing. */
async function takeScreen(page: Page): Promise<{ file: Buffer; pixels: Buffer; size: string }> {
  await settle(page)
  const whole = await page.screenshot({ animations: 'disabled', caret: 'initial', scale: 'css' })
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  const { width = 0 } = page.viewportSize() ?? {}
  const half = sharp(whole)
    .removeAlpha()
    .resize({ width: Math.round(width / 2) })
  const file: Buffer = await half.webp({ quality: 50, effort: 5 }).toBuffer()
  return { file, ...(await readPixels(file)) }
}

/** How long (ms) a screen must stay unchanged to count as loaded. */
const STILL_MS = 1_000

/** Takes a screenshot once nothing on the screen is loading. */
async function steadyScreen(page: Page): Promise<Awaited<ReturnType<typeof takeScreen>>> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  let now = await takeScreen(page)
  for (;;) {
    await page.waitForTimeout(STILL_MS)
    const next = await takeScreen(page)
    if (next.size === now.size && measureDifference(next.pixels, now.pixels) === 0) return next
    now = next
  }
}

async function readPixels(file: Buffer): Promise<{ pixels: Buffer; size: string }> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { pixels: data, size: `${info.width}x${info.height}` }
}

/** Returns the fraction of pixels that differ. */
function measureDifference(one: Buffer, other: Buffer): number {
  let differing = 0
  for (let at = 0; at < one.length; at += 3) {
    const isOther = [0, 1, 2].some(
      (colour) => Math.abs((one[at + colour] ?? 0) - (other[at + colour] ?? 0)) > COLOUR,
    )
    if (isOther) differing += 1
  }
  return differing / (one.length / 3)
}

/**
 * Compares the page with the stored screenshot for its name, the project's screen size, and a theme. If a different
 * renderer created the stored screenshots, logs a warning and compares nothing.
 */
export async function expectLooksAsBefore(page: Page, name: string, theme: string): Promise<void> {
  const { project, config } = test.info()
  const folder = join(config.rootDir, 'screenshots')
  const path = join(folder, project.name, `${name}-${theme}.webp`)
  const here = await identifyMachine(page)
  const about = join(folder, 'drawn-by.json')
  if (IS_WRITING) {
    const { file } = await steadyScreen(page)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file)
    await writeFile(about, `{ "browser": "${here.browser}", "text": ${here.text} }\n`)
    return
  }
  const there: Machine = JSON.parse(await readFile(about, 'utf8'))
  if (there.browser !== here.browser || there.text !== here.text) return warnOnce(there, here)
  const before = existsSync(path) ? await readPixels(await readFile(path)) : null
  const look = async () => {
    const taken = await takeScreen(page)
    return { taken, share: before?.size === taken.size ? measureDifference(taken.pixels, before.pixels) : 1 }
  }
  // Waits for content that is still loading, because a slow machine must not count as a difference.
  const until = Date.now() + (before ? PATIENCE_MS : 0)
  let now = await look()
  while (now.share > SHARE && Date.now() < until) {
    await page.waitForTimeout(250)
    now = await look()
  }
  const { taken, share: difference } = now
  if (difference > SHARE) {
    const seen = join(config.rootDir, '../test-results/screenshots', `${project.name}-${name}-${theme}.webp`)
    await mkdir(dirname(seen), { recursive: true })
    await writeFile(seen, taken.file)
  }
  // A soft assertion, so that one run shows every screen that differs.
  expect
    .soft(difference, `${name}, ${theme}: its share of pixels that differ from the stored screenshot`)
    .toBeLessThanOrEqual(SHARE)
}

let isWarned = false

function warnOnce(there: Machine, here: Machine): void {
  if (isWarned) return
  isWarned = true
  const why =
    there.browser === here.browser ? 'the fonts of this system are others' : `this is ${here.browser}`
  console.warn(`Screenshots are not compared: ${there.browser} drew the stored ones, and ${why}.`)
}
