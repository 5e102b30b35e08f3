import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { faultWords, fieldFaults } from './fault-words.ts'

const refused = (status: number, code: ApiError['code'], detail = '', fields: Record<string, string> = {}) =>
  new ApiError({ status, code, detail, fields })

test('a refusal is said in the words of the server, its fields first', () => {
  const wrong = refused(403, 'WRONG_PASSWORD', 'This is not your current password.', { password: 'Not it.' })
  expect(faultWords(wrong)).toBe('Not it.')
  expect(fieldFaults(wrong)).toEqual({ password: 'Not it.' })
  const often = refused(429, 'TOO_MANY', 'That was a bit much at once. Please try again in a moment.')
  expect(faultWords(often)).toBe(often.detail)
  expect(fieldFaults(often)).toEqual({})
})

test('no network, an ended session and a broken server are each said as what they are', () => {
  expect(faultWords(refused(0, 'OFFLINE'))).toContain('offline')
  expect(faultWords(refused(401, 'SESSION_MISSING', 'Auth session missing!'))).toContain('Sign in')
  const broken = faultWords(refused(500, 'INTERNAL', 'stack trace of something'))
  expect(broken).not.toContain('stack')
  expect(faultWords(refused(200, 'UNREADABLE'))).toBe(broken)
  expect(faultWords(new Error('boom'))).toBe(broken)
})
