import { expect, test } from 'vitest'
import { readFields } from '../read-fields.ts'

// Tests columns whose name is only a word for a place. Their values can be names, addresses, positions, ids, or links.

function readOne(properties: Record<string, unknown>) {
  const { name = null, address = null } = readFields(properties).fields
  return [name, address]
}

test.for([
  'Site',
  'PLACE',
  'venue',
  'Facility',
  'Location',
  'Lieu',
  'Skate Park',
  'Standort',
  '場所',
  '시설',
])('the text in a column called only %s is the name', (column) => {
  expect(readOne({ [column]: 'Riverside Bowl', lat: 1, lng: 2 })).toEqual(['Riverside Bowl', null])
  expect(readOne({ [column]: 'Skatepark', park_name: 'Riverside' })).toEqual(['Riverside', null])
})

test.for([
  '41.3829, 2.1713',
  'POINT (2.1713 41.3829)',
  `41°22'58"N 2°10'17"E`,
  '17',
  'SP-0012',
  '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
  'https://parks.example/riverside',
  'parks.example/riverside',
  'outdoor',
  'Indoor',
  'N/A',
])('%s in such a column is not a name', (text) => {
  for (const column of ['Site', 'Location', 'Facility'])
    expect(readOne({ [column]: text })).toEqual([null, null])
})

test('an address in such a column is the address', () => {
  expect(readOne({ Location: '12 Main Street, Leeds', Site: 'Hyde Bowl' })).toEqual([
    'Hyde Bowl',
    '12 Main Street, Leeds',
  ])
  expect(readOne({ Location: 'Ringweg 4, 10115 Berlin', address: 'Here' })).toEqual([null, 'Here'])
})

test('such a column in an object about something else is not a name', () => {
  expect(readOne({ owner: { location: 'Riverside' }, event: { venue: 'Hall' } })).toEqual([null, null])
})
