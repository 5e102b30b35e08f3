import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { playwright } from './commands.mjs'
import { ROOT, run } from './run.mjs'

/** As many days in a row walk every journey (docs/decisions/0123-a-run-of-the-day.md). */
export const PARTS = 5
/** Between the parts of a line in a list of journeys. */
const NEXT = ' › '

/** @typedef {{ file: string, titles: string[], isDaily: boolean }} Journey its file in e2e/, the titles around it and its own */

/**
 * The journeys of a report by `playwright test --list`, each once, in the order of their files.
 * @param {{ suites: object[] }} report @returns {Journey[]}
 */
export function journeysIn(report) {
  const found = new Map()
  const add = (suite, titles) => {
    for (const { file, title, tags } of suite.specs ?? []) {
      const journey = { file, titles: [...titles, title], isDaily: tags.includes('daily') }
      found.set([file, ...journey.titles].join(NEXT), journey)
    }
    // The suite of a file has the file's name as its title.
    for (const inner of suite.suites ?? []) add(inner, [...titles, inner.title])
  }
  for (const suite of report.suites) add(suite, [])
  return [...found.values()].toSorted((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)))
}

/**
 * What is walked on a day: all journeys of files that draw for themselves (`isDrawn`), those with the tag `@daily`, and a part of the
 * others. Files with a server of their own, or whose journeys follow one another, are walked wholly or not.
 * @param {Journey[]} journeys @param {number} day @param {(file: string) => string} sourceOf
 */
export function drawJourneys(journeys, day, sourceOf) {
  const isToday = (n) => (n + day) % PARTS === 0
  const files = [...new Set(journeys.map(({ file }) => file))]
  const sources = new Map(files.map((file) => [file, sourceOf(file)]))
  const has = (pattern) => (file) => pattern.test(sources.get(file) ?? '')
  const drawForThemselves = new Set(files.filter(has(/\bisDrawn\(/)))
  const wholeFiles = files
    .filter(has(/\bstartServer\(|mode: 'serial'/))
    .filter((file) => !drawForThemselves.has(file))
  const singles = journeys.filter(({ file }) => !drawForThemselves.has(file) && !wholeFiles.includes(file))
  return journeys.filter((journey) => {
    if (journey.isDaily || drawForThemselves.has(journey.file)) return true
    const file = wholeFiles.indexOf(journey.file)
    return isToday(file === -1 ? singles.indexOf(journey) : file)
  })
}

/**
 * Writes the list of a day's journeys; returns Playwright's options that run them, and how many are left to other days.
 * @param {number} day @returns {Promise<{ options: string[], left: number } | { error: string }>}
 */
export async function listJourneysOfTheDay(day) {
  const report = join(ROOT, 'test-results/reports/all-journeys.json')
  const listed = await run(
    ...playwright(['--list', '--reporter=json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  )
  if (listed.code !== 0) return { error: listed.output }
  const all = journeysIn(JSON.parse(readFileSync(report, 'utf8')))
  const drawn = drawJourneys(all, day, (file) => readFileSync(join(ROOT, 'e2e', file), 'utf8'))
  const file = join(ROOT, 'test-results/journeys-of-the-day.txt')
  writeFileSync(file, drawn.map((one) => `${[one.file, ...one.titles].join(NEXT)}\n`).join(''))
  return { options: ['--test-list', file], left: all.length - drawn.length }
}
