import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Language = typeof import('./format.ts')
let english: Language
let german: Language

beforeAll(async () => {
  english = await import('./format.ts')
  vi.stubGlobal('document', { documentElement: { lang: 'de' } })
  vi.resetModules()
  german = await import('./format.ts')
})
afterAll(() => vi.unstubAllGlobals())

test("formats numbers, dates and lists in the page's language", () => {
  const at = new Date(2026, 11, 5, 14, 5)
  const texts = ({ numberText, dateFormat, dayText, longDayText, listText }: Language) => [
    numberText(1234),
    numberText(9, { minimumFractionDigits: 1 }),
    dateFormat({ weekday: 'long', month: 'long', day: 'numeric' })(at),
    dayText(at),
    longDayText(at.toISOString()),
    listText(['Ada', 'Ben', 'Cem']),
  ]
  expect(texts(english)).toEqual([
    '1,234',
    '9.0',
    'Saturday, December 5',
    'Dec 5, 2026',
    'December 5, 2026',
    'Ada, Ben, and Cem',
  ])
  expect(texts(german)).toEqual([
    '1.234',
    '9,0',
    'Samstag, 5. Dezember',
    '5. Dez. 2026',
    '5. Dezember 2026',
    'Ada, Ben und Cem',
  ])
})
