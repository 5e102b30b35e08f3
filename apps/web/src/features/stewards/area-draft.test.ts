import { shapeError, unwrapped } from '@nollie/contract/stewards/area-shape'
import { expect, test } from 'vitest'
import { parseCorners, typedCorners } from './area-draft.ts'

const SQUARE = [
  { latitude: 45.7, longitude: 4.8 },
  { latitude: 45.7, longitude: 4.9 },
  { latitude: 45.8, longitude: 4.9 },
  { latitude: 45.8, longitude: 4.8 },
]

test('parses typed corners line by line, and writes them the same way', () => {
  expect(parseCorners(typedCorners(SQUARE))).toEqual(SQUARE)
  expect(parseCorners('45.7 4.8\n\n 45.8; -4.9 ')).toEqual([
    { latitude: 45.7, longitude: 4.8 },
    { latitude: 45.8, longitude: -4.9 },
  ])
  for (const wrong of ['45.7', '45.7, east', '95, 4', '45, 181']) expect(parseCorners(wrong)).toBe(null)
})

test('an area has at least three corners, no self-intersections, and a limited size', () => {
  const [a, b, c, d] = SQUARE as [
    (typeof SQUARE)[0],
    (typeof SQUARE)[0],
    (typeof SQUARE)[0],
    (typeof SQUARE)[0],
  ]
  expect(shapeError(SQUARE)).toBe(null)
  expect(shapeError([a, b])).toBe('too_few')
  expect(shapeError([a, c, b, d])).toBe('crossing')
  expect(shapeError([a, b, a])).toBe('crossing')
  expect(shapeError([a, b, c, { latitude: 50, longitude: 4.8 }])).toBe('too_large')
  expect(shapeError(Array.from({ length: 41 }, () => a))).toBe('too_many')
})

test('longitudes continue across the date line, wherever the drawing started', () => {
  const around = [179.5, -179.5, -179.5, 179.5].map((longitude, n) => ({
    latitude: n < 2 ? -17 : -16,
    longitude,
  }))
  for (const turn of [0, 1, 2, 3]) {
    const corners = [...around.slice(turn), ...around.slice(0, turn)]
    expect(
      unwrapped(corners)
        .map(({ longitude }) => longitude)
        .toSorted((a, b) => a - b),
    ).toEqual([179.5, 179.5, 180.5, 180.5])
    expect(shapeError(corners)).toBe(null)
  }
})
