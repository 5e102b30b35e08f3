import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { whyNot } from './error-text.ts'

afterEach(() => vi.unstubAllGlobals())

const FAILED = 'Failed to create discussion'

function error(status: number, code: ApiError['code'], detail = '', fields = {}) {
  return new ApiError({ status, code, detail, fields })
}

test('DSC-09 shows the default text for a failure without a helpful reason', () => {
  for (const one of [error(500, 'INTERNAL', 'x'), error(0, 'UNREADABLE'), new Error('x')])
    expect(whyNot(one, FAILED)).toBe(FAILED)
})

test('DSC-09 shows a reason that the person can act on', () => {
  expect(whyNot(error(429, 'TOO_MANY', 'That was a bit much.'), FAILED)).toBe('That was a bit much.')
  expect(whyNot(error(413, 'TOO_LARGE', 'This is larger.'), FAILED)).toBe('This is larger.')
  expect(whyNot(error(409, 'IN_PROGRESS', 'Still working.'), FAILED)).toBe('Still working.')
  expect(whyNot(error(503, 'UNAVAILABLE', 'Busy.'), FAILED)).toBe('Busy.')
  expect(whyNot(error(507, 'STORAGE_FULL', 'The server’s storage is full.'), FAILED)).toBe(
    'The server’s storage is full.',
  )
  expect(whyNot(error(400, 'BAD_REQUEST', 'x', { title: 'Too long' }), FAILED)).toBe('Too long')
})

test('R11 for an ended session, explains what happens to the text; some forms have their own explanation', () => {
  expect(whyNot(error(401, 'SESSION_MISSING', 'x'), FAILED)).toContain('Your text is saved')
  expect(whyNot(error(401, 'SESSION_MISSING', 'x'), FAILED, 'Please log in')).toBe('Please log in')
})

test('R11 shows that the person is offline', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(whyNot(error(0, 'OFFLINE'), FAILED)).toBe(`You’re offline. ${FAILED}`)
  vi.stubGlobal('navigator', { onLine: true })
  expect(whyNot(error(0, 'OFFLINE'), FAILED)).toBe(FAILED)
})
