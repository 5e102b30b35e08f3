import { expect, test } from 'vitest'
import { findMeaning } from './columns/find-meaning.ts'
import { readFields } from './read-fields.ts'

function read(properties: Record<string, unknown>) {
  return readFields(properties).fields
}

test.for([
  [
    'name',
    [
      'NAME',
      'Name',
      'Title',
      'SPOT',
      'Spot Name',
      'spot-name',
      'spotName',
      'Nombre',
      'NOM',
      'Titel',
      'Título',
      'Название',
      'itemLabel',
    ],
  ],
  [
    'description',
    ['Description', 'DESC', 'Notes', 'Descripción', 'descripcion', 'Beschreibung', 'Descrição', 'Comment'],
  ],
  [
    'address',
    ['ADDRESS', 'Adresse', 'Dirección', 'addr:full', 'Street Address', 'streetAddress', 'Formatted_Address'],
  ],
  ['city', ['City', 'addr:city', 'Ort', 'Ciudad', 'addressLocality', 'Municipality']],
  [
    'postal_code',
    ['PLZ', 'ZIP Code', 'zip-code', 'Postal Code', 'postalCode', 'addr:postcode', 'Código Postal'],
  ],
  ['latitude', ['LAT', 'Latitude', 'Y', 'GPS-Lat']],
  ['longitude', ['LON', 'Lng', 'Long', 'Länge', 'La\u0308nge', 'X']],
  ['position', ['Coordinates', 'GEO POINT', 'GPS Coordinates']],
  ['lat_lng', ['Lat/Lng', 'Lat, Long', 'latLong', 'Coordinates (lat, lon)']],
  ['lng_lat', ['LonLat', 'lng/lat', 'Longitude, Latitude', 'GPS (lon lat)']],
  ['latitude_side', ['Latitude Ref', 'GPSLatitudeRef', 'LAT_HEMIS', 'N/S']],
  ['longitude_minutes', ['LONG_MIN', 'lon min', 'longitudeMinutes']],
  ['difficulty_level', ['Difficulty', 'Difficulty Level']],
  ['licence', ['License', 'LICENCE']],
  ['light_at_night', ['Light at night', 'LIGHT-AT-NIGHT']],
] as const)('recognizes %s by all of its names', ([field, names]) => {
  expect(names.map((name) => findMeaning(name)?.field)).toEqual(names.map(() => field))
})

test('ignores unknown names, no matter what their objects contain', () => {
  expect(['constructor', '__proto__', 'toString', '', '---', 'owner', 'fax'].map(findMeaning)).toEqual(
    Array.from({ length: 7 }, () => null),
  )
  expect(read(JSON.parse('{"__proto__":{"name":"No"},"constructor":"x"}'))).toEqual({ name: 'No' })
})

test('an exact name wins, then the order in the table decides; empty values never win', () => {
  expect(read({ Title: 'Second', NAME: 'First' })).toEqual({ name: 'First' })
  expect(read({ NAME: 'Loud', name: 'Exact' })).toEqual({ name: 'Exact' })
  expect(read({ note: 'B', notes: 'A', comment: 'C' })).toEqual({ description: 'A' })
  expect(read({ name: ' ', title: null, spot: '', Nombre: 'Only' })).toEqual({ name: 'Only' })
  expect(read({ Name: 'First of two', NAME: 'Second of two' })).toEqual({ name: 'First of two' })
  expect(read({ id: 3, '@id': 'node/3' })).toEqual({ id: 'node/3' })
  expect(read({ name: '<br>', title: 'Behind tags alone' })).toEqual({ name: 'Behind tags alone' })
})

test('reads Google Takeout: old and new saved places, and its lists as tables', () => {
  const starred = {
    'Google Maps URL': 'http://maps.google.com/?cid=1',
    Location: {
      Address: '2 Field Street',
      'Business Name': 'Business',
      'Geo Coordinates': { Latitude: '-21.45', Longitude: '-112.45' },
    },
    Title: 'Starred',
  }
  expect(read(starred)).toEqual({
    name: 'Starred',
    address: '2 Field Street',
    latitude: '-21.45',
    longitude: '-112.45',
    link: 'http://maps.google.com/?cid=1',
  })
  expect(read({ ...starred, Title: '' })).toMatchObject({ name: 'Business' })
  expect(
    read({
      google_maps_url: 'x',
      location: { address: 'A 1', country_code: 'US', name: 'Saved' },
      Comment: 'C',
    }),
  ).toEqual({ name: 'Saved', address: 'A 1', description: 'C', link: 'x' })
  expect(read({ Title: 'T', Note: 'N', URL: 'https://x', Comment: '' })).toEqual({
    name: 'T',
    description: 'N',
    link: 'https://x',
  })
})

test('reads one level of nesting, as objects, as JSON text, and as names with dots', () => {
  const expected = { name: 'Nested', address: 'Way 1', city: 'Town' }
  const inner = { name: 'Nested', address: 'Way 1', city: 'Town' }
  expect(read({ anything: inner })).toEqual(expected)
  expect(read({ location: JSON.stringify(inner) })).toEqual(expected)
  expect(
    read({ 'location.name': 'Nested', 'properties.location.address': 'Way 1', 'place/city': 'Town' }),
  ).toEqual(expected)
  expect(read({ name: 'Outer', venue: inner })).toEqual({ ...expected, name: 'Outer' })
  expect(
    read({ address: { street: 'Way', house_number: 1, city: 'Town', name: 'Town hall' } }),
  ).toMatchObject({
    city: 'Town',
  })
  expect(read({ 'addr:street': 'Way', 'addr:housenumber': 1 })).toEqual({ address: 'Way 1' })
  expect(read({ name: { en: 'Park', ja: 'パーク' } })).toEqual({ name: 'Park' })
  expect(read({ country: { code: 'DE', name: 'Germany' }, category: { id: 4, name: 'bowl' } })).toEqual({
    country: 'Germany',
    category: 'bowl',
  })
})

test('reads lists of objects, tags as text, and names with several lines', () => {
  expect(
    read({ names: { primary: 'Overture' }, addresses: [{ freeform: 'Way 1', locality: 'Town' }] }),
  ).toEqual({ name: 'Overture', address: 'Way 1', city: 'Town' })
  expect(read({ other_tags: '"sport"=>"skateboard","name"=>"A \\"b\\"","lit"=>"yes"' })).toMatchObject({
    sport: 'skateboard',
    lit: 'yes',
  })
  expect(read({ name: 'Two\n  lines', notes: 'Two\nlines' })).toEqual({
    name: 'Two lines',
    description: 'Two\nlines',
  })
})

test('does not use names and ids of related people and things', () => {
  expect(
    read({
      owner: { name: 'City' },
      'user.name': 'ada',
      photos: { title: 'P', id: 3 },
      operator: { name: 'O' },
    }),
  ).toEqual({})
  expect(read({ location: { id: 9, name: 'Spot', source: 'survey' } })).toEqual({ name: 'Spot' })
  expect(read({ properties: { id: 9, name: 'Spot' } })).toEqual({ id: 9, name: 'Spot' })
})

test('converts a description marked as HTML, and others only if they have tags', () => {
  expect(read({ description: { '@type': 'html', value: 'Tom &amp; Jerry &lt; 9' } })).toEqual({
    description: 'Tom & Jerry < 9',
  })
  expect(read({ notes: 'Tom &amp; <b>Jerry</b>' })).toEqual({ description: 'Tom & Jerry' })
  expect(read({ notes: 'Tom &amp; a < b' })).toEqual({ description: 'Tom &amp; a < b' })
})

test('detects invalid bytes at every depth', () => {
  expect(readFields({ name: 'Pla\uFFFDa' }).isBroken).toBe(true)
  expect(readFields({ other: { name: 'Pla\uFFFDa' } }).isBroken).toBe(true)
  expect(readFields({ name: 'Plaça' }).isBroken).toBe(false)
})
