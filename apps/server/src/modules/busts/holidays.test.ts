import { expect, test } from 'vitest'
import { loadHolidays } from './holidays.ts'

const years = { from: 2026, to: 2027 }

test('finds a country’s public holidays by the name that spots store', async () => {
  const german = await loadHolidays('Germany', years)
  for (const day of ['2026-01-01', '2026-05-01', '2026-10-03', '2026-12-25', '2027-01-01'])
    expect(german.has(day)).toBe(true)
  expect(german.has('2026-12-24')).toBe(false)
  expect((await loadHolidays('United States', years)).has('2026-07-04')).toBe(true)
  expect((await loadHolidays('日本', years)).has('2026-01-12')).toBe(true)
})

test('without a country, or with an unknown one, there are none', async () => {
  expect((await loadHolidays(null, years)).size).toBe(0)
  expect((await loadHolidays('Atlantis', years)).size).toBe(0)
  expect((await loadHolidays('Antarctica', years)).size).toBe(0)
})
