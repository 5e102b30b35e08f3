import { expect, test } from 'vitest'
import { mayReport } from './rights.ts'

test('REPORT-02 members can report content that is not their own, including a spot without an owner', () => {
  expect(mayReport('ada', 'ben')).toBe(true)
  expect(mayReport('ada', null)).toBe(true)
  expect(mayReport('ada', 'ada')).toBe(false)
  expect(mayReport(null, 'ben')).toBe(false)
  expect(mayReport(undefined, null)).toBe(false)
})
