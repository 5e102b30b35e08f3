import { expect, test } from 'vitest'
import { parseFacts } from '../facts-in-record.ts'
import { readFields } from '../read-fields.ts'

test('FACT-01 the ground, who can ride, and what is there come from tags', () => {
  const tags = {
    sport: 'skateboard;bmx;scooter',
    surface: 'concrete:plates',
    inline_skates: 'no',
    helmet: 'yes',
    wcmx: 'yes',
    wheelchair: 'yes',
    barrier: 'fence',
    bench: 'yes',
    parking: 'surface',
    toilets: 'no',
  }
  expect(parseFacts(tags)).toEqual({
    ground: 'concrete',
    bmx: true,
    scooters: true,
    inline_skates: false,
    helmet: 'required',
    wheelchair: 'yes',
    step_free: true,
    fenced: true,
    seats: true,
    parking: true,
    toilet: false,
  })
  // The names of other languages are in the same table.
  const { fields } = readFields({ Bodenbelag: 'Beton', Restrooms: 'yes', 'Contact:Phone': '+49 30 1234567' })
  expect(parseFacts(fields)).toEqual({ ground: 'concrete', toilet: true })
  expect(parseFacts({ surface: 'paved' })).toEqual({})
  expect(parseFacts({ bicycle: 'no', scooter: 'sometimes' })).toEqual({ bmx: false })
})

test('FACT-01 only indoor parks have a phone number and a website', () => {
  const contact = { phone: '+1 303-860-1303; +1 303-860-1304', link: 'https://park.example/hours' }
  expect(parseFacts(contact)).toEqual({})
  const indoor = { indoor: true, phone: '+1 303-860-1303', website: 'https://park.example/hours' }
  expect(parseFacts({ ...contact, indoor: 'yes' })).toEqual({ ...indoor, roof: 'full' })
  expect(parseFacts({ ...contact, building: 'warehouse' })).toEqual(indoor)
  expect(parseFacts({ building: 'roof', ...contact })).toEqual({})
  for (const link of [
    'javascript:alert(1)',
    'https://user@park.example',
    'https://127.0.0.1/',
    'https://park',
  ])
    expect(parseFacts({ indoor: 'yes', phone: 'call me', link }), link).toEqual({
      indoor: true,
      roof: 'full',
    })
})
