import { expect, test } from 'vitest'
import { type Drying, computeEvaporation, groundAt, type WeatherHour, findWetSpans } from './drying.ts'

const HOUR = 3_600_000

function makeDay(change: (hour: number) => Partial<WeatherHour>, hours = 48): WeatherHour[] {
  return Array.from({ length: hours }, (_, i) => ({
    at: (i + 1) * HOUR,
    rain: 0,
    temperature: 15,
    humidity: 65,
    wind: 3,
    sun: 200,
    ...change(i),
  }))
}

/** Returns how many hours the ground takes to dry after rain that ends at hour 6. */
function hoursToDry(weather: Partial<WeatherHour>, drying: Drying = 'normal'): number {
  const [span] = findWetSpans(
    makeDay((hour) => ({ ...weather, rain: hour >= 4 && hour < 6 ? 3 : 0 })),
    drying,
  )
  return ((span?.to ?? 0) - 6 * HOUR) / HOUR
}

test('without rain the ground is dry, and mist does not make it wet', () => {
  expect(
    findWetSpans(
      makeDay(() => ({})),
      'slow',
    ),
  ).toEqual([])
  expect(
    findWetSpans(
      makeDay(() => ({ rain: 0.05 })),
      'normal',
    ),
  ).toEqual([])
})

test('rain makes the ground wet from the start of its hour until it has dried', () => {
  const spans = findWetSpans(
    makeDay((hour) => ({ rain: hour === 4 ? 2 : 0 })),
    'normal',
  )
  expect(spans).toHaveLength(1)
  expect(spans[0]?.from).toBe(4 * HOUR)
  expect(spans[0]?.to).toBeGreaterThan(5.5 * HOUR)
  expect(spans[0]?.to).toBeLessThan(9 * HOUR)
})

test('sun, wind, and warmth dry ground faster, humidity and frost slow it down', () => {
  const usual = hoursToDry({})
  expect(hoursToDry({ sun: 700 })).toBeLessThan(usual)
  expect(hoursToDry({ wind: 9 })).toBeLessThan(usual)
  expect(hoursToDry({ temperature: 28, humidity: 40 })).toBeLessThan(usual)
  expect(hoursToDry({ humidity: 97, sun: 0 })).toBeGreaterThan(usual * 3)
  expect(hoursToDry({ temperature: -4 })).toBeGreaterThan(usual * 3)
})

test('asphalt dries in an hour at noon in summer, and not at all on a November night', () => {
  expect(hoursToDry({ sun: 750, temperature: 26, humidity: 45, wind: 3 })).toBeLessThan(1)
  expect(hoursToDry({ sun: 0, temperature: 4, humidity: 95, wind: 1 })).toBeGreaterThan(12)
})

test('ground that holds more water takes longer to dry', () => {
  expect(hoursToDry({}, 'fast')).toBeLessThan(hoursToDry({}, 'normal'))
  expect(hoursToDry({}, 'normal')).toBeLessThan(hoursToDry({}, 'slow'))
})

test('rain that the ground can’t hold runs off', () => {
  const after = (rain: number) =>
    findWetSpans(
      makeDay((hour) => ({ rain: hour === 4 ? rain : 0 })),
      'normal',
    )[0]?.to
  expect(after(40)).toBe(after(4))
})

test('two showers with a dry hour in between make two wet periods', () => {
  const spans = findWetSpans(
    makeDay((hour) => ({ rain: hour === 2 || hour === 12 ? 1 : 0, sun: 600 })),
    'fast',
  )
  expect(spans).toHaveLength(2)
  expect(spans[0]?.to).toBeLessThan(12 * HOUR)
})

test('evaporation is never negative, whatever the weather', () => {
  for (const temperature of [-60, -10, 0, 20, 55])
    for (const humidity of [0, 50, 100])
      for (const sun of [0, 1_400]) {
        const gone = computeEvaporation({ at: 0, rain: 0, temperature, humidity, wind: 0, sun })
        expect(gone).toBeGreaterThan(0)
        expect(gone).toBeLessThan(3)
      }
})

test('the ground is dry since a time, dry from a time, wet with no end in sight, or unknown', () => {
  const known = { first: 0, last: 48 * HOUR }
  const spans = [
    { from: 4 * HOUR, to: 9 * HOUR },
    { from: 40 * HOUR, to: 48 * HOUR },
  ]
  expect(groundAt(spans, known, HOUR)).toEqual({ state: 'dry', dry_since: null, dry_from: null })
  expect(groundAt(spans, known, 5 * HOUR)).toEqual({ state: 'drying', dry_since: null, dry_from: 9 * HOUR })
  expect(groundAt(spans, known, 9 * HOUR)).toEqual({ state: 'dry', dry_since: 9 * HOUR, dry_from: null })
  expect(groundAt(spans, known, 41 * HOUR)).toEqual({ state: 'wet', dry_since: null, dry_from: null })
  expect(groundAt(spans, known, 48 * HOUR)).toBeNull()
  expect(groundAt(spans, known, -1)).toBeNull()
})
