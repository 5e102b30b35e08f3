import { expect, test } from 'vitest'
import { mayReport } from './rights.ts'

test('REPORT-02 members report what is not their own; nobody’s spot is reported by anybody signed in', () => {
  expect(mayReport('ada', 'ben')).toBe(true)
  expect(mayReport('ada', null)).toBe(true)
  expect(mayReport('ada', 'ada')).toBe(false)
  expect(mayReport(null, 'ben')).toBe(false)
  expect(mayReport(undefined, null)).toBe(false)
})
