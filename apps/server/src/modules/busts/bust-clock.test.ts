import { expect, test } from 'vitest'
import { findBestWindows, estimateChances } from './bust-clock.ts'
import { toHourOfWeek, getPrior, WEEK_HOURS } from './bust-priors.ts'
import { countBusts, guessClock } from './count-busts.ts'
import { findTimeZone } from '../places/index.ts'
import { addDays, toLocalTime, getWeekday } from './local-time.ts'

const street = getPrior(['ledges'])

function chanceAt(sums: Parameters<typeof estimateChances>[0], weekday: number, hour: number) {
  return estimateChances(sums, street)[toHourOfWeek(weekday, hour)] ?? { chance: -1, certainty: -1 }
}

test('without reports the chance is the default by type, with no certainty', () => {
  const known = estimateChances([], street)
  expect(known).toHaveLength(WEEK_HOURS)
  for (const [at, { chance }] of known.entries()) expect(chance).toBeCloseTo(street[at] ?? -1, 9)
  expect(known.every(({ certainty }) => certainty === 0)).toBe(true)
})

test('a park is quieter than a street, whatever else it has', () => {
  const [park = 1, plaza = 1, ledge = 0] = [['ledges', 'park'], ['plaza'], ['ledges']].map(
    (types) => getPrior(types)[toHourOfWeek(1, 11)],
  )
  expect(park).toBeLessThan(plaza)
  expect(plaza).toBeLessThan(ledge)
})

test('reports change the chance of their hour, adjacent hours less, and the night not at all', () => {
  const sums = [{ weekday: 2, hour: 14, sessions: 6, kicked: 6 }]
  const before = street[toHourOfWeek(2, 14)] ?? 0
  const [same, beside, far] = [chanceAt(sums, 2, 14), chanceAt(sums, 2, 16), chanceAt(sums, 2, 3)]
  expect(same.chance).toBeGreaterThan(before + 0.3)
  expect(beside.certainty).toBeLessThan(same.certainty)
  expect(beside.certainty).toBeGreaterThan(0)
  expect(far.certainty).toBe(0)
})

test('a weekday’s report counts more for other weekdays than for the weekend', () => {
  const sums = [{ weekday: 0, hour: 14, sessions: 4, kicked: 0 }]
  expect(chanceAt(sums, 4, 14).certainty).toBeGreaterThan(chanceAt(sums, 5, 14).certainty)
})

test('the week is a circle: Sunday night continues into Monday', () => {
  const sums = [{ weekday: 6, hour: 23, sessions: 5, kicked: 0 }]
  expect(chanceAt(sums, 0, 0).certainty).toBeGreaterThan(0.4)
  expect(chanceAt([{ weekday: 0, hour: 0, sessions: 5, kicked: 0 }], 6, 23).certainty).toBeGreaterThan(0.4)
})

test('returns the best windows on three different days, at waking hours, best first', () => {
  const windows = findBestWindows(estimateChances([{ weekday: 3, hour: 19, sessions: 9, kicked: 0 }], street))
  expect(windows).toHaveLength(3)
  expect(new Set(windows.map(({ weekday }) => weekday)).size).toBe(3)
  for (const { from, to } of windows) {
    expect(from).toBeGreaterThanOrEqual(8)
    expect(to).toBeLessThanOrEqual(23)
    expect(to - from).toBe(3)
  }
  expect(windows[0]).toMatchObject({ weekday: 3 })
})

test('a holiday counts as a Sunday', () => {
  const days = [{ day: '2026-12-25', hour: 11, sessions: 2, kicked: 1 }]
  const counted = countBusts(days, { types: ['ledges'], holidays: new Set(['2026-12-25']) })
  expect(counted.sessions[toHourOfWeek(6, 11)]).toBe(2)
  expect(counted.kicked[toHourOfWeek(6, 11)]).toBe(1)
  const workday = countBusts(days, { types: ['ledges'], holidays: new Set() })
  expect(workday.sessions[toHourOfWeek(4, 11)]).toBe(2)
})

test('stores whole percentages for every hour', () => {
  const { chances, certainties, windows } = guessClock(['plaza'])
  expect(chances).toHaveLength(WEEK_HOURS)
  expect(certainties.every((one) => one === 0)).toBe(true)
  expect(chances.every((one) => Number.isInteger(one) && one >= 0 && one <= 100)).toBe(true)
  expect(windows).toHaveLength(3)
})

test('a moment is a local day and hour, across midnight and when clocks change', () => {
  const berlin = findTimeZone({ latitude: 52.52, longitude: 13.4 })
  expect(berlin).toBe('Europe/Berlin')
  expect(findTimeZone({ latitude: -23.55, longitude: -46.63 })).toBe('America/Sao_Paulo')
  expect(findTimeZone({ latitude: 35.68, longitude: 139.69 })).toBe('Asia/Tokyo')
  expect(toLocalTime(new Date('2026-11-25T23:30:00Z'), berlin)).toEqual({
    day: '2026-11-26',
    weekday: 3,
    hour: 0,
    minute: 30,
  })
  expect(toLocalTime(new Date('2026-10-25T00:30:00Z'), berlin)).toMatchObject({ hour: 2 })
  expect(toLocalTime(new Date('2026-10-25T01:30:00Z'), berlin)).toMatchObject({ hour: 2 })
  expect(toLocalTime(new Date('2026-03-29T01:00:00Z'), berlin)).toMatchObject({ hour: 3 })
  expect(getWeekday('2026-11-25')).toBe(2)
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
})
