import { expect, test } from 'vitest'
import { clockText, cameraErrorOf, hasCamera } from './camera-device.ts'

test('MEDIA-10 what the browser throws is read as refused, absent or in use', () => {
  const thrown = (name: string) => cameraErrorOf(new DOMException('x', name))
  expect(thrown('NotAllowedError')).toBe('denied')
  expect(thrown('SecurityError')).toBe('denied')
  expect(thrown('NotFoundError')).toBe('absent')
  expect(thrown('OverconstrainedError')).toBe('absent')
  expect(thrown('NotReadableError')).toBe('busy')
  expect(cameraErrorOf('anything')).toBe('busy')
})

test('MEDIA-11 a browser without a camera interface is known', () => expect(hasCamera()).toBe(false))

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [65, '1:05'],
  [600, '10:00'],
])('%s seconds read %s', (seconds, text) => expect(clockText(seconds)).toBe(text))
