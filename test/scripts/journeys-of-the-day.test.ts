import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawJourneys, journeysIn, PARTS } from '../../scripts/lib/journeys-of-the-day.mjs'

const E2E = join(import.meta.dirname, '../../e2e')
const sourceOf = (file: string) => readFileSync(join(E2E, file), 'utf8')

const journey = (file: string, title: string, isDaily = false) => ({ file, titles: [title], isDaily })
const SOURCES: Record<string, string> = {
  'draws.spec.ts': 'screens.filter((_, n) => isDrawn(n, 3))',
  'serial.spec.ts': "test.describe.configure({ mode: 'serial' })",
  'served.spec.ts': 'server = await startServer()',
}
const sources = (file: string) => SOURCES[file] ?? ''

test('as many days in a row as there are parts walk every journey, whichever is the first', () => {
  const all = ['a', 'b', 'c', 'd'].flatMap((file) =>
    Array.from({ length: 7 }, (_, n) => journey(`${file}.spec.ts`, `the ${n}th`)),
  )
  for (const first of [0, 1, 20_783]) {
    const walked = Array.from({ length: PARTS }, (_, n) => drawJourneys(all, first + n, sources))
    expect(walked.flat()).toHaveLength(all.length)
    expect(new Set(walked.flat())).toEqual(new Set(all))
    for (const day of walked) expect(day.length).toBeLessThanOrEqual(Math.ceil(all.length / PARTS))
  }
})

test('the main ways and files that draw for themselves are walked every day', () => {
  const all = [
    journey('draws.spec.ts', 'one'),
    journey('draws.spec.ts', 'two'),
    journey('a.spec.ts', 'a main way', true),
    journey('a.spec.ts', 'another'),
  ]
  for (const day of [0, 1, 2])
    expect(drawJourneys(all, day, sources)).toEqual(expect.arrayContaining(all.slice(0, 3)))
})

test('journeys that follow one another, or share a server of their own, are walked on the same day', () => {
  for (const file of ['serial.spec.ts', 'served.spec.ts']) {
    const all = [
      journey(file, 'one'),
      journey(file, 'two'),
      journey(file, 'three'),
      journey('a.spec.ts', 'a'),
    ]
    const walkedOn = (day: number) =>
      drawJourneys(all, day, sources).filter((one) => one.file === file).length
    const days = Array.from({ length: PARTS }, (_, day) => walkedOn(day))
    expect(days.toSorted((a, b) => a - b)).toEqual([...Array<number>(PARTS - 1).fill(0), 3])
  }
})

test('a journey of both widths is one, with the titles around it', () => {
  const spec = { file: 'a.spec.ts', title: 'it opens', tags: ['daily', 'desktop'] }
  const suite = { title: 'a.spec.ts', specs: [], suites: [{ title: 'on a small map', specs: [spec] }] }
  expect(journeysIn({ suites: [suite, suite] })).toEqual([
    { file: 'a.spec.ts', titles: ['on a small map', 'it opens'], isDaily: true },
  ])
})

test('no title has the sign that divides the lines of a list', () => {
  const files = readdirSync(E2E).filter((file) => file.endsWith('.spec.ts'))
  expect(files.filter((file) => /\btest\((['"`]).*›.*\1/.test(sourceOf(file)))).toEqual([])
})
