import { expect, test } from 'vitest'
import { readCoordinates } from './typed-coordinates.ts'

const MACBA = { latitude: 41.3833, longitude: 2.1668 }
const at = (text: string, near: typeof MACBA | null = null) => {
  const typed = readCoordinates(text, near)
  return typed.kind === 'point'
    ? [Number(typed.latitude.toFixed(3)), Number(typed.longitude.toFixed(3))]
    : typed.kind
}

test('MAP-32 lat, lng is understood within its range and refused outside', () => {
  expect(readCoordinates('40.7, -74')).toEqual({ kind: 'point', latitude: 40.7, longitude: -74 })
  expect(at(' -33.8688;151.2093 ')).toEqual([-33.869, 151.209])
  expect(readCoordinates('90, 180')).toMatchObject({ kind: 'point' })
  expect(readCoordinates('91, 0')).toEqual({ kind: 'out-of-range' })
  expect(readCoordinates('0, -180.5')).toEqual({ kind: 'out-of-range' })
  for (const input of ['macba', '12', '10, ', '3 stair, 2 rail', '1,2,3', ''])
    expect(readCoordinates(input)).toEqual({ kind: 'text' })
})

test('degrees, minutes and seconds', () => {
  for (const text of [`41°23'0"N 2°10'0.5"E`, '41° 23′ 0″ N, 2° 10′ 0.5″ E', "41°23.0'N 2°10.0083'E"])
    expect(at(text), text).toEqual([41.383, 2.167])
  expect(at(`33°52'S 151°12'E`)).toEqual([-33.867, 151.2])
})

test('plus codes, whole and short', () => {
  expect(at('8FH495MQ+8J')).toEqual(at('8fh495mq+8j'))
  const [latitude, longitude] = at('8FH495MQ+8J') as number[]
  expect(latitude).toBeCloseTo(41.383, 1)
  expect(longitude).toBeCloseTo(2.19, 1)
  expect(at('95MQ+8J', MACBA)).toEqual([latitude, longitude])
  expect(at('95MQ+8J')).toBe('text')
  expect(at('7FG49Q00+')).toEqual([20.375, 2.775])
})

test('links of map apps', () => {
  for (const link of [
    'https://www.google.com/maps/@41.3833,2.1668,17z',
    'https://www.google.com/maps/place/MACBA/@41.5,2.5,17z/data=!3m1!4b1!4m5!3m4!1s0x0:0x0!8m2!3d41.3833!4d2.1668',
    'https://www.google.com/maps/search/?api=1&query=41.3833,2.1668',
    'https://maps.google.com/?q=loc:41.3833,2.1668',
    'https://maps.apple.com/?ll=41.3833,2.1668&q=MACBA',
    'https://maps.apple.com/place?coordinate=41.3833,2.1668',
    'https://www.openstreetmap.org/#map=17/41.3833/2.1668',
    'https://www.openstreetmap.org/?mlat=41.3833&mlon=2.1668#map=12/41/2',
    'geo:41.3833,2.1668?z=17',
    'geo:0,0?q=41.3833,2.1668(MACBA)',
  ])
    expect(at(link), link).toEqual([41.383, 2.167])
  expect(at('https://example.com/a,b')).toBe('text')
})
