import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { distanceText, shortDistanceText, chooseUnits } from './distance-text.ts'

let german: typeof import('./distance-text.ts')
beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } })
  vi.resetModules()
  german = await import('./distance-text.ts')
})
afterAll(() => vi.unstubAllGlobals())

test.each([
  [['en-US', 'en'], 'America/New_York', 'feet'],
  [['en', 'es-US'], 'Pacific/Honolulu', 'feet'],
  [['es-PR'], 'America/Puerto_Rico', 'feet'],
  [['en-LR'], 'Africa/Monrovia', 'feet'],
  [['my-MM'], 'Asia/Yangon', 'feet'],
  [['my-Mymr-MM'], 'Asia/Yangon', 'feet'],
  [['en-GB', 'en-US'], 'Europe/London', 'feet'],
  [['en-GB'], 'Europe/Madrid', 'metres'],
  [['en-GB'], 'UTC', 'metres'],
  [['en-US', 'de-DE'], 'Europe/Berlin', 'metres'],
  [['en-US'], 'UTC', 'metres'],
  [['en-US'], 'America/Indiana/Knox', 'feet'],
  [['en-US'], 'Pacific/Auckland', 'metres'],
  [['en-US'], 'America/Mexico_City', 'metres'],
  [['en-US'], 'America/Sao_Paulo', 'metres'],
  [['de-CH', 'en-US'], 'America/New_York', 'metres'],
  [['en-CA'], 'America/Toronto', 'metres'],
  [['en'], 'America/Chicago', 'metres'],
  [['zh-Hans'], 'Asia/Shanghai', 'metres'],
  [[], 'UTC', 'metres'],
] as const)('for %j in %s, uses the units %s', (languages, zone, units) => {
  expect(chooseUnits(languages, zone)).toBe(units)
})

test('rounds distances to a useful precision, in regional units', () => {
  const metres = [3, 347, 994, 1000, 1234, 9949, 9960, 13_700, 40_000]
  const all = (units: Parameters<typeof distanceText>[1]) => metres.map((one) => distanceText(one, units))
  expect(all('metres')).toEqual([
    '10 m',
    '350 m',
    '990 m',
    '1 km',
    '1.2 km',
    '9.9 km',
    '10 km',
    '14 km',
    '40 km',
  ])
  expect(all('feet')).toEqual([
    '10 ft',
    '0.2 mi',
    '0.6 mi',
    '0.6 mi',
    '0.8 mi',
    '6.2 mi',
    '6.2 mi',
    '8.5 mi',
    '25 mi',
  ])
  expect(distanceText(100, 'feet')).toBe('330 ft')
})

test('rounds short distances to the meter or foot', () => {
  expect([0.2, 11.4, 1834].map((one) => shortDistanceText(one, 'metres'))).toEqual(['1 m', '11 m', '1,834 m'])
  expect(shortDistanceText(11.4, 'feet')).toBe('37 ft')
})

test("formats numbers and units in the page's language", () => {
  expect(german.distanceText(1234, 'metres')).toBe('1,2 km')
  expect(german.distanceText(1234, 'feet')).toBe('0,8 mi')
})
