import { expect, test } from 'vitest'
import { findBox, intersectBoxes, readEmbedUrl, writeBox } from './embed-request.ts'
import { moveView } from './move-by-hand.ts'
import { choosePinNames } from './place-names.ts'

test('an address has a box, which may cross the antimeridian, types, or a list', () => {
  expect(readEmbedUrl('?bbox=178,-20,-170,-10&types=bowl,ledges')).toEqual({
    bbox: '178,-20,-170,-10',
    box: { west: 178, south: -20, east: 190, north: -10 },
    types: 'bowl,ledges',
    list: null,
  })
  for (const bbox of ['', '1,2,3', '1,2,3,4,5', '1,,3,4', 'a,b,c,d', '1,50,2,40', '1,2,3,91', '1,2,181,4'])
    expect(readEmbedUrl(`?bbox=${bbox}`).box, bbox).toBe(null)
})

test('a request for the visible part is rounded outward and within the world', () => {
  expect(writeBox({ west: 2.10009, south: 41.3, east: 2.30001, north: 41.50001 })).toBe(
    '2.1,41.3,2.301,41.501',
  )
  expect(writeBox({ west: 178.5, south: -95, east: 190.25, north: 95 })).toBe('178.5,-90,-169.75,90')
})

test('more spots are only loaded inside the box of the address, in any copy of the world', () => {
  const fiji = { west: 176, south: -20, east: 182, north: -15 }
  expect(intersectBoxes(fiji, null)).toEqual(fiji)
  expect(intersectBoxes({ west: -179, south: -18, east: -170, north: -10 }, fiji)).toEqual({
    west: 181,
    south: -18,
    east: 182,
    north: -15,
  })
  expect(intersectBoxes({ west: 2, south: 41, east: 3, north: 42 }, fiji)).toBe(null)
})

function aSpot(latitude: number, longitude: number) {
  return { id: '', name: '', city: null, spot_type: null, latitude, longitude, score: 0 }
}

test('the box of spots on both sides of the antimeridian is the narrow one', () => {
  expect(findBox([])).toBe(null)
  expect(findBox([aSpot(-17, 179), aSpot(-14, -172)])).toEqual({
    west: 179,
    south: -17,
    east: 188,
    north: -14,
  })
  expect(findBox([aSpot(41, 2)])).toEqual({ west: 2, south: 41, east: 2, north: 41 })
})

test('keys move and zoom the map, around the world and up to its edges', () => {
  const view = { latitude: 0, longitude: 179.9, zoom: 1 }
  expect(moveView(view, { x: -512 }).longitude).toBeCloseTo(-0.1, 6)
  expect(moveView(view, { y: 1e9 }).latitude).toBeCloseTo(85.05, 2)
  expect(moveView(view, { zoom: 99 }).zoom).toBe(18)
  expect(moveView(view, { zoom: -99 }).zoom).toBe(0.5)
})

test('names never cover pins, dots, or other names', () => {
  const at = (x: number, y: number, name = 'Ledge') => ({ x, y, name })
  expect(choosePinNames([at(0, 0), at(200, 0)])).toEqual(new Set([0, 1]))
  // The second pin is where the first one's name would be.
  expect(choosePinNames([at(0, 0), at(5, 20)])).toEqual(new Set([1]))
  expect(choosePinNames([at(0, 0)], [at(15, 12)])).toEqual(new Set())
  expect(choosePinNames([at(0, 0)], [at(15, -12)])).toEqual(new Set([0]))
  expect(choosePinNames([at(0, 0, 'A long name'), at(40, 0, 'Another one')])).toEqual(new Set([0]))
})
