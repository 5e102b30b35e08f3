import { expect, test } from 'vitest'
import { mayReport } from './rights.ts'

test('REPORT-02 members can report what is not their own, and any member can report a spot without an owner', () => {
  expect(mayReport('ada', 'ben')).toBe(true)
  expect(mayReport('ada', null)).toBe(true)
  expect(mayReport('ada', 'ada')).toBe(false)
  expect(mayReport(null, 'ben')).toBe(false)
  expect(mayReport(undefined, null)).toBe(false)
})
