import { expect, test } from 'vitest'
import { detectSystem, directionsLink } from './maps-links.ts'

const POINT = { latitude: 41.38, longitude: 2.16 }

test('SPOT-12 a directions link opens the system’s maps app at the coordinates', () => {
  expect(new URL(directionsLink(POINT, 'other')).searchParams.get('destination')).toBe('41.38,2.16')
  expect(new URL(directionsLink(POINT, 'ios')).searchParams.get('daddr')).toBe('41.38,2.16')
  expect(directionsLink(POINT, 'android')).toBe('geo:41.38,2.16?q=41.38,2.16')
})

test('detects the system by the user agent', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
  expect(detectSystem('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5)).toBe('ios')
  expect(detectSystem(mac, 5)).toBe('ios')
  expect(detectSystem(mac, 0)).toBe('other')
  expect(detectSystem('Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5)).toBe('android')
})
