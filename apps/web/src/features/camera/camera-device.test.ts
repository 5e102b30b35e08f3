import { expect, test } from 'vitest'
import { clockText, toCameraError, hasCamera } from './camera-device.ts'

test('MEDIA-10 classifies camera errors as denied, absent or busy', () => {
  const thrown = (name: string) => toCameraError(new DOMException('x', name))
  expect(thrown('NotAllowedError')).toBe('denied')
  expect(thrown('SecurityError')).toBe('denied')
  expect(thrown('NotFoundError')).toBe('absent')
  expect(thrown('OverconstrainedError')).toBe('absent')
  expect(thrown('NotReadableError')).toBe('busy')
  expect(toCameraError('anything')).toBe('busy')
})

test('MEDIA-11 detects browsers without a camera API', () => expect(hasCamera()).toBe(false))

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [65, '1:05'],
  [600, '10:00'],
])('formats %s seconds as %s', (seconds, text) => expect(clockText(seconds)).toBe(text))
