import { expect, test } from 'vitest'
import { routeParts } from './route-links.ts'

const stops = Array.from({ length: 23 }, (_, index) => ({ latitude: index, longitude: -index }))

test('a short route is a single link with all stops in order, starting at the device', () => {
  const [only, ...rest] = routeParts(stops.slice(1, 4))
  expect(rest).toEqual([])
  const { searchParams } = new URL(only?.href ?? '')
  expect(searchParams.get('origin')).toBeNull()
  expect(searchParams.get('waypoints')).toBe('1.000000,-1.000000|2.000000,-2.000000')
  expect(searchParams.get('destination')).toBe('3.000000,-3.000000')
  expect(routeParts([])).toEqual([])
  expect(new URL(routeParts(stops.slice(0, 1))[0]?.href ?? '').searchParams.get('waypoints')).toBeNull()
})

test('a long route has links of ten stops, each starting where the previous one ends', () => {
  const parts = routeParts(stops)
  expect(parts.map(({ first, last }) => [first, last])).toEqual([
    [1, 10],
    [11, 20],
    [21, 23],
  ])
  const second = new URL(parts[1]?.href ?? '').searchParams
  expect(second.get('origin')).toBe('9.000000,-9.000000')
  expect(second.get('waypoints')?.split('|')).toHaveLength(9)
  expect(second.get('destination')).toBe('19.000000,-19.000000')
})
