import { expect, test } from 'vitest'
import { directionsLink } from './maps-links.ts'

test('SPOT-12 a directions link leads to the coordinates', () => {
  const url = new URL(directionsLink({ latitude: 41.38, longitude: 2.16 }))
  expect(url.searchParams.get('destination')).toBe('41.38,2.16')
})
