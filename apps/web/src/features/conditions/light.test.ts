import { expect, test } from 'vitest'
import { lightAt } from './light.ts'

const BERLIN = { latitude: 52.52, longitude: 13.4 }
const TROMSO = { latitude: 69.65, longitude: 18.96 }

function minutes(at: Date | null | undefined, iso: string) {
  return Math.abs((at?.getTime() ?? 0) - Date.parse(iso)) / 60_000
}

test('computes sun, golden hours and the end of daylight', () => {
  // Berlin on June 21, 2026: sunrise 4:43, sunset 21:33, civil dusk 22:24, all CEST.
  const noon = lightAt(BERLIN, new Date('2026-06-21T11:00:00Z'))
  expect(noon.state).toBe('sun')
  expect(noon.height).toBeGreaterThan(58)
  expect(noon.golden_until).toBeNull()
  expect(minutes(noon.sun?.from, '2026-06-21T02:43:00Z')).toBeLessThan(3)
  expect(minutes(noon.sun?.to, '2026-06-21T19:33:00Z')).toBeLessThan(3)
  expect(minutes(noon.light_until, '2026-06-21T20:24:00Z')).toBeLessThan(4)
  expect(noon.golden).toHaveLength(2)
})

test('changes from golden hour to twilight to darkness around sunset', () => {
  const golden = lightAt(BERLIN, new Date('2026-06-21T19:15:00Z'))
  expect(golden.golden_until).toEqual(golden.sun?.to)
  expect(lightAt(BERLIN, new Date('2026-06-21T19:50:00Z')).state).toBe('twilight')
  const night = lightAt(BERLIN, new Date('2026-06-21T22:30:00Z'))
  expect(night.state).toBe('dark')
})

test('has no sunrise where the sun stays up or down all day', () => {
  const summer = lightAt(TROMSO, new Date('2026-06-21T22:30:00Z'))
  expect(summer).toMatchObject({ state: 'sun', always: 'up', sun: null, light_until: null, golden: [] })
  const winter = lightAt(TROMSO, new Date('2026-12-21T11:00:00Z'))
  expect(winter).toMatchObject({ always: 'down', sun: null, golden: [] })
  expect(winter.state).not.toBe('sun')
})

test('uses the date at the spot across the date line', () => {
  const fiji = { latitude: -17.7, longitude: 178 }
  const { sun } = lightAt(fiji, new Date('2026-11-25T00:00:00Z'))
  expect(
    sun && sun.from < new Date('2026-11-25T00:00:00Z') && sun.to > new Date('2026-11-25T00:00:00Z'),
  ).toBe(true)
})
