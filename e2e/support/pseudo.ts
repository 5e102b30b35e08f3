import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { withTexts } from '../../apps/web/vite/marks.ts'
import { readCatalogue, type Text } from '../../apps/web/vite/texts.ts'

const BUNDLE = join(import.meta.dirname, '../../.cache/web-bundle')

/** How much longer strings are in other languages than in English. */
const LONGER = 1.4

const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'ë', i: 'ï', o: 'ø', u: 'ü' }

function stretched(part: string): string {
  let missing = Math.ceil(part.length * LONGER) - part.length
  const long = part.replace(/[aeiou]/g, (vowel) => {
    const accent = ACCENTS[vowel] ?? vowel
    if (missing === 0) return accent
    missing -= 1
    return accent + accent
  })
  // Appended to the last word, because words that can't be broken are the most likely to overflow.
  return long.replace(/(?=[^\p{L}]*$)/u, 'ü'.repeat(/\p{L}/u.test(part) ? missing : 0))
}

function mirrored(part: string): string {
  return /\p{L}/u.test(part) ? `\u202e${part}\u202c` : part
}

/** The ways to turn English into a made-up language. */
const WAYS = { long: stretched, mirrored }

function inParts(text: string, write: (part: string) => string) {
  return text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? part : write(part)))
    .join('')
}

function written(text: Text, write: (part: string) => string): Text {
  return typeof text === 'string'
    ? inParts(text, write)
    : { by: text.by, arms: new Map([...text.arms].map(([form, arm]) => [form, inParts(arm, write)])) }
}

// Runs before the page has any elements.
function mirrorPages() {
  return new MutationObserver((_, observer) => {
    document.documentElement.dir = 'rtl'
    observer.disconnect()
  }).observe(document, { childList: true })
}

/**
 * Makes all pages from now on use a made-up language: either 40% longer than English, or right to left in a mirrored
 * page.
 */
export async function speakPseudo(page: Page, way: keyof typeof WAYS): Promise<void> {
  const english = readCatalogue('en')
  const findText = (name: string) => {
    const text = english.get(name)
    if (text === undefined) throw new Error(`there is no text ${name}`)
    // The language code isn't visible text.
    return name === 'languages_code' ? text : written(text, WAYS[way])
  }
  await page.route(/\/assets\/[\w-]+\.js$/, async (route) => {
    const file = join(BUNDLE, new URL(route.request().url()).pathname.slice('/assets/'.length))
    if (!existsSync(file)) return route.continue()
    const body = withTexts(readFileSync(file, 'utf8'), findText)
    return route.fulfill({ body, contentType: 'text/javascript' })
  })
  if (way === 'mirrored') await page.addInitScript(mirrorPages)
}
