import type { SignedInSession } from '@nollie/contract'
import { expect, test } from 'vitest'
import { deviceFacts, deviceName } from './session-text.ts'

const SESSION: SignedInSession = {
  id: '0199e3a0-0000-7000-8000-000000000001',
  is_current: false,
  browser: 'Firefox',
  os: 'Linux',
  kind: 'computer',
  ip_address: '192.0.2.7',
  created_at: '2026-11-03T10:00:00.000Z',
  last_used_at: '2026-11-20T09:00:00.000Z',
  expires_at: '2026-12-04T09:00:00.000Z',
}

test('names a device by what is known about it', () => {
  expect(deviceName(SESSION)).toBe('Firefox on Linux')
  expect(deviceName({ browser: null, os: 'Android' })).toBe('Android')
  expect(deviceName({ browser: 'Safari', os: null })).toBe('Safari')
  expect(deviceName({ browser: null, os: null })).toBe('Another app')
})

test('omits unknown details of a device, and the last use of the current one', () => {
  const now = Date.parse('2026-11-21T09:30:00Z')
  expect(deviceFacts(SESSION, now)).toEqual(['Signed in Nov 3, 2026', 'last used 1d ago', '192.0.2.7'])
  expect(deviceFacts({ ...SESSION, last_used_at: '2026-11-21T09:00:00.000Z' }, now)[1]).toBe(
    'used within the last hour',
  )
  expect(deviceFacts({ ...SESSION, is_current: true, ip_address: null }, now)).toEqual([
    'Signed in Nov 3, 2026',
  ])
})
