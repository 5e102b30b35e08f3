import { expect, test } from 'vitest'
import { checkValues, readValues, toBody, toTime } from './meetup-form.ts'

const ZONE = 'Europe/Madrid'
const NOW = Date.parse('2026-11-30T15:20:00Z')

test('a new session starts at the next full hour at the spot and lasts two hours', () => {
  const values = readValues(null, null, ZONE, NOW)
  expect(values).toMatchObject({ day: '2026-11-30', from: '17:00', until: '19:00', audience: 'mutuals' })
  expect(checkValues(values, ZONE, NOW)).toBeNull()
  expect(toBody(values, ZONE)).toMatchObject({
    starts_at: '2026-11-30T16:00:00.000Z',
    ends_at: '2026-11-30T18:00:00.000Z',
    note: null,
    people_max: null,
    crew_id: null,
  })
})

test('a session can end after midnight, and late in the evening the default is the next day', () => {
  const late = readValues(null, null, ZONE, Date.parse('2026-11-30T22:30:00Z'))
  expect(late).toMatchObject({ day: '2026-12-01', from: '00:00', until: '02:00' })
  const values = { ...readValues(null, null, ZONE, NOW), from: '23:00', until: '01:00' }
  expect(toBody(values, ZONE).ends_at).toBe('2026-12-01T00:00:00.000Z')
})

test.for([
  ['2026-10-24', '2026-10-25T03:00:00.000Z'],
  ['2026-03-28', '2026-03-29T02:00:00.000Z'],
] as const)(
  'a session on %s ends after midnight at the typed time, although clocks change',
  ([day, ends_at]) => {
    const values = { ...readValues(null, null, ZONE, NOW), day, from: '23:00', until: '04:00' }
    expect(toBody(values, ZONE).ends_at).toBe(ends_at)
  },
)

test('times are local at the spot, also on days when clocks change', () => {
  expect(new Date(toTime('2026-07-01', '18:00', 'America/New_York')).toISOString()).toBe(
    '2026-07-01T22:00:00.000Z',
  )
  expect(new Date(toTime('2026-10-25', '12:00', ZONE)).toISOString()).toBe('2026-10-25T11:00:00.000Z')
  expect(new Date(toTime('2026-10-25', '01:00', ZONE)).toISOString()).toBe('2026-10-24T23:00:00.000Z')
  expect(new Date(toTime('2026-12-01', '12:15', 'Asia/Kathmandu')).toISOString()).toBe(
    '2026-12-01T06:30:00.000Z',
  )
  expect(toTime('', '12:00', ZONE)).toBeNaN()
})

test.for([
  [{ day: '' }, 'day'],
  [{ day: '2026-11-29' }, 'day'],
  [{ day: '2026-12-20' }, 'day'],
  [{ until: '06:00' }, 'ends_at'],
  [{ audience: 'crew' }, 'crew_id'],
  [{ people_max: '1' }, 'people_max'],
  [{ people_max: '101' }, 'people_max'],
  [{ people_max: 'many' }, 'people_max'],
] as const)('%o is an error of %s', ([change, field]) => {
  const values = { ...readValues(null, null, ZONE, NOW), ...change }
  expect(Object.keys(checkValues(values, ZONE, NOW) ?? {})).toEqual([field])
})

test('stored values of an earlier version are ignored if they are invalid', () => {
  const stored = { audience: 'everybody', tags: ['filming', 'scooters'], note: 7, people_max: '8' }
  expect(readValues(stored, null, ZONE, NOW)).toMatchObject({
    audience: 'mutuals',
    tags: ['filming'],
    note: '',
    people_max: '8',
  })
})
