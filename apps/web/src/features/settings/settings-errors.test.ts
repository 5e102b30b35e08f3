import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { errorText } from './settings-errors.ts'

function refused(status: number, code: ApiError['code'], detail = '', fields: Record<string, string> = {}) {
  return new ApiError({ status, code, detail, fields })
}

test("shows the server's text for a refusal, starting with its fields", () => {
  const wrong = refused(403, 'WRONG_PASSWORD', 'That’s not your current password.', { password: 'Not it.' })
  expect(errorText(wrong)).toBe('Not it.')
  const often = refused(429, 'TOO_MANY', 'Too many requests. Try again in a moment.')
  expect(errorText(often)).toBe(often.detail)
})

test('distinguishes a missing network, an ended session and a server error', () => {
  expect(errorText(refused(0, 'OFFLINE'))).toContain('offline')
  expect(errorText(refused(401, 'SESSION_MISSING', 'Auth session missing!'))).toContain('Sign in')
  const broken = errorText(refused(500, 'INTERNAL', 'stack trace of something'))
  expect(broken).not.toContain('stack')
  expect(errorText(refused(200, 'UNREADABLE'))).toBe(broken)
  expect(errorText(new Error('boom'))).toBe(broken)
})
