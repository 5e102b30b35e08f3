import { expect, test } from 'vitest'
import { emailLink, spotLink, whatsAppLink } from './spot-links.ts'

const link = spotLink('https://nollie.example', '0199e3a0-0000-7000-8000-000000000001')

test('SHARE-21 the link is the origin, /spot/ and the short id', () => {
  expect(link).toMatch(/^https:\/\/nollie\.example\/spot\/[1-9A-Za-z]{22}$/)
})
test('SHARE-22 WhatsApp gets a text with the link', () => {
  const url = new URL(whatsAppLink('MACBA', link))
  expect(url.origin).toBe('https://wa.me')
  expect(url.searchParams.get('text')).toContain(link)
})
test("SHARE-23 the email's subject contains the title, whatever characters it has", () => {
  const url = new URL(emailLink('MACBA & friends', link))
  expect(url.searchParams.get('subject')).toBe('Check out this spot: MACBA & friends')
  expect(url.searchParams.get('body')).toContain(link)
  const evil = emailLink('A\r\nBcc: x@y.z&cc=me@x.y', link)
  expect(evil).not.toMatch(/[\r\n]|%0[ad]|&cc=/i)
})
