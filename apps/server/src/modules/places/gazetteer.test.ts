import { expect, test } from 'vitest'
import { loadGazetteer } from './gazetteer.ts'

const known: [
  name: string,
  latitude: number,
  longitude: number,
  city: string,
  state: string | null,
  country: string,
][] = [
  ['MACBA', 41.3833, 2.1669, 'Barcelona', 'Catalonia', 'Spain'],
  ['Burnside', 45.523, -122.6627, 'Portland', 'Oregon', 'United States'],
  ['Kulturforum', 52.5085, 13.3675, 'Berlin', 'Berlin', 'Germany'],
  ['Stalin Plaza', 50.0952, 14.4163, 'Prague', null, 'Czechia'],
]

test.each(known)(
  'G-43 a pin on %s gets the name of its city',
  async (_, latitude, longitude, city, state, country) => {
    const gazetteer = await loadGazetteer()
    const place = gazetteer.reverse(latitude, longitude)
    expect(place).toMatchObject({ city, country })
    if (state) expect(place.state).toBe(state)
  },
)

test('G-43 positions in the open sea or at the poles have no town', async () => {
  const gazetteer = await loadGazetteer()
  expect(gazetteer.reverse(-48.8, -123.4)).toEqual({ city: null, state: null, country: null })
  expect(gazetteer.reverse(90, 0).city).toBeNull()
  expect(gazetteer.reverse(-90, 180).city).toBeNull()
})

test('G-43 positions far from every town only have a country', async () => {
  const gazetteer = await loadGazetteer()
  expect(gazetteer.reverse(-23.6, 132.3)).toEqual({ city: null, state: null, country: 'Australia' })
})

test('G-43 finds towns across the antimeridian', async () => {
  const gazetteer = await loadGazetteer()
  expect(gazetteer.reverse(-16.8, 179.99).country).toBe('Fiji')
  expect(gazetteer.reverse(-16.8, -179.99).country).toBe('Fiji')
})
