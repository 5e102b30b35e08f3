import { expect, test } from 'vitest'
import { emailLink, spotLink, whatsAppLink } from './spot-links.ts'
import { isPosition, placeText } from './address-text.ts'
import { directionsLink } from '../../lib/maps-links.ts'

const link = spotLink('https://nollie.example', '0199e3a0-0000-7000-8000-000000000001')

test('SHARE-21 the link is the origin, /spot/ and the id in its short form', () => {
  expect(link).toMatch(/^https:\/\/nollie\.example\/spot\/[1-9A-Za-z]{22}$/)
})
test('SHARE-22 WhatsApp gets a text with the link', () => {
  const url = new URL(whatsAppLink('MACBA', link))
  expect(url.origin).toBe('https://wa.me')
  expect(url.searchParams.get('text')).toContain(link)
})
test('SHARE-23 the mail has the subject with the title, whatever stands in it', () => {
  const url = new URL(emailLink('MACBA & friends', link))
  expect(url.searchParams.get('subject')).toBe('Check out this spot: MACBA & friends')
  expect(url.searchParams.get('body')).toContain(link)
  const evil = emailLink('A\r\nBcc: x@y.z&cc=me@x.y', link)
  expect(evil).not.toMatch(/[\r\n]|%0[ad]|&cc=/i)
})
test('SPOT-12 directions lead to the coordinates', () => {
  const url = new URL(directionsLink({ latitude: 41.38, longitude: 2.16 }))
  expect(url.searchParams.get('destination')).toBe('41.38,2.16')
})
test('SPOT-13 only numbers on the globe are a place', () => {
  expect(isPosition({ latitude: 41, longitude: 2 })).toBe(true)
  for (const point of [
    { latitude: null, longitude: 2 },
    { latitude: 'x', longitude: 2 },
    { latitude: Number.NaN, longitude: 2 },
  ])
    expect(isPosition(point)).toBe(false)
})
test('SPOT-11 the address says nothing twice', () => {
  expect(
    placeText({ address: '14 Granary Ave, Alder Bay', city: 'Alder Bay', state: 'CA', country: 'USA' }),
  ).toBe('14 Granary Ave, Alder Bay, CA, USA')
  expect(
    placeText({ address: null, city: 'Berlin', postal_code: '10785', state: 'Berlin', country: 'Germany' }),
  ).toBe('10785 Berlin, Germany')
  expect(placeText({ city: 'Lisboa', state: 'Lisbon', country: 'Portugal' })).toBe('Lisboa, Portugal')
  expect(placeText({})).toBe('')
})
