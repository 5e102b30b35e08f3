import { readCoordinates } from '@nollie/contract/places/coordinates/read-coordinates'
import { expect, test } from 'vitest'
import { listNeeds } from './share-needs.ts'
import {
  isPin,
  typedAfter,
  EMPTY_FORM,
  placeValue,
  readForm,
  type SpotFormAction,
  type SpotForm,
  spotFormReducer,
} from '../spots/index.ts'

function after(...actions: SpotFormAction[]): SpotForm {
  return actions.reduce(spotFormReducer, EMPTY_FORM)
}

const macba = { latitude: 41.3833, longitude: 2.1669 }
const burnside = { latitude: 45.523, longitude: -122.6627 }
const barcelona = { city: 'Barcelona', state: 'Catalonia', country: 'Spain', postal_code: null }
const portland = { city: 'Portland', state: 'Oregon', country: 'United States', postal_code: null }

test('SHARE-12 the button requires a photo, name, type, and location, and asks for the photo first', () => {
  expect(listNeeds(EMPTY_FORM, 0)).toEqual(['photo', 'name', 'type', 'location'])
  const form = after(
    { type: 'text', field: 'name', value: 'Ledge' },
    { type: 'toggle_type', spot_type: 'ledges' },
    { type: 'pin', point: macba },
  )
  expect(listNeeds(form, 0)).toEqual(['photo'])
  expect(listNeeds(form, 1)).toEqual([])
})

test('SHARE-09 a blank name enables the button, and is refused on submit', () => {
  expect(listNeeds(after({ type: 'text', field: 'name', value: '   ' }), 1)).not.toContain('name')
})

test('SHARE-11 C-14 a pin with a zero coordinate counts as missing', () => {
  expect(isPin(macba)).toBe(true)
  for (const point of [
    null,
    { latitude: 0, longitude: 10 },
    { latitude: 10, longitude: 0 },
    { latitude: Number.NaN, longitude: 1 },
  ])
    expect(isPin(point)).toBe(false)
})

test('DATA-02 types stay in the order they were selected', () => {
  const form = after(
    { type: 'toggle_type', spot_type: 'stairs' },
    { type: 'toggle_type', spot_type: 'street' },
    { type: 'toggle_type', spot_type: 'ledges' },
    { type: 'toggle_type', spot_type: 'street' },
  )
  expect(form.spot_types).toEqual(['stairs', 'ledges'])
})

test('G-43 place fields fill from the pin, preserve typed text, and refill when the pin moves', () => {
  const typed = after(
    { type: 'pin', point: macba },
    { type: 'place', field: 'city', value: 'El Raval' },
    { type: 'found', point: macba, place: barcelona },
  )
  expect(typed).toMatchObject({ city: 'El Raval', state: 'Catalonia', country: 'Spain' })
  const moved = [
    { type: 'pin', point: burnside },
    { type: 'found', point: burnside, place: portland },
  ].reduce((form, action) => spotFormReducer(form, action as SpotFormAction), typed)
  expect(moved).toMatchObject({ city: 'Portland', state: 'Oregon', country: 'United States' })
})

test("G-43 ignores a response for the pin's previous position", () => {
  const form = after(
    { type: 'pin', point: macba },
    { type: 'pin', point: burnside },
    { type: 'found', point: macba, place: barcelona },
  )
  expect(form.city).toBe('')
})

test("G-43 does not send place names for the pin's previous position", () => {
  const form = after(
    { type: 'pin', point: macba },
    { type: 'found', point: macba, place: barcelona },
    { type: 'pin', point: burnside },
    { type: 'place', field: 'city', value: 'Portland' },
  )
  expect(placeValue(form, 'city')).toBe('Portland')
  expect(placeValue(form, 'country')).toBeNull()
})

test('a typed postal code stays while the pin stays in the town', () => {
  const form = after(
    { type: 'pin', point: macba },
    { type: 'found', point: macba, place: barcelona },
    { type: 'place', field: 'postal_code', value: '08001' },
    { type: 'pin', point: { ...macba, latitude: 41.3834 } },
    { type: 'found', point: { ...macba, latitude: 41.3834 }, place: barcelona },
  )
  expect(form.postal_code).toBe('08001')
  const away = [
    { type: 'pin', point: burnside },
    { type: 'found', point: burnside, place: portland },
  ].reduce((state, action) => spotFormReducer(state, action as SpotFormAction), form)
  expect(away.postal_code).toBe('')
})

test.each([
  ['41.3833, 2.1669', macba],
  [' 41.3833,2.1669 ', macba],
  ['(41.3833; 2.1669)', macba],
  ['41.3833 2.1669', macba],
  ['41.3833° N, 2.1669° E', macba],
  ['45.523N 122.6627W', burnside],
  ['2.1669E, 41.3833N', macba],
  ['41,3833 2,1669', macba],
  ['-33.5, -70', { latitude: -33.5, longitude: -70 }],
])('accepts coordinates as people type them: %s', (text, point) => {
  expect(readCoordinates(text)).toEqual({ kind: 'point', ...point })
})

test.each(['', 'MACBA', '41.3', '91, 0', '1, 181', '1e5, 2', '52.5 N 13.4 O', '1, 2, 3'])(
  'rejects invalid coordinates: %s',
  (text) => {
    expect(readCoordinates(text).kind).not.toBe('point')
  },
)

test('the coordinates field shows the typed text until the pin moves', () => {
  expect(typedAfter(readCoordinates, '41.3833,2.1669', macba)).toBe('41.3833,2.1669')
  expect(typedAfter(readCoordinates, 'abc', macba)).toBeNull()
  expect(typedAfter(readCoordinates, '41.3833,2.1669', burnside)).toBeNull()
  expect(typedAfter(readCoordinates, 'abc', null)).toBeNull()
  expect(typedAfter(readCoordinates, null, macba)).toBeNull()
})

test('reads stored forms of any shape safely', () => {
  const form = after({ type: 'text', field: 'name', value: 'Ledge' }, { type: 'pin', point: macba })
  expect(readForm(JSON.parse(JSON.stringify(form)))).toEqual(form)
  for (const broken of [
    null,
    1,
    'x',
    [],
    { name: 5, spot_types: ['nope', 'bowl'], point: { latitude: 'x' } },
  ])
    expect(readForm(broken)).toMatchObject({ name: '', point: null })
})
