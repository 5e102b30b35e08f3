import { expect, test } from 'vitest'
import { getLocale, overwriteGetLocale } from '../../i18n/paraglide/runtime.js'
import { getInitials, NAMELESS, getName } from './person-name.ts'

test.each([
  [{ full_name: 'Maya Pops' }, 'MP'],
  [{ full_name: 'Ana Maria de la Cruz' }, 'AM'],
  [{ full_name: 'maya' }, 'M'],
  [{ full_name: '  ', username: 'kick_flip' }, 'K'],
  [{ full_name: 'Ínês Duarte' }, 'ÍD'],
  [{ full_name: '李 小龙' }, '李小'],
])('LIMIT-05 the initials of %j are %s', (person, initials) => {
  expect(getInitials(person)).toBe(initials)
})

test.each([null, undefined, {}, { full_name: '', username: null }, { full_name: '🛹' }])(
  'LIMIT-17 a person without a name (%j) shows U',
  (person) => {
    expect(getInitials(person)).toBe('U')
  },
)

test('LIMIT-17 C-22 a poster without a name is called User', () => {
  expect(getName({ full_name: null, username: null })).toBe('User')
})

test('LIMIT-18 C-22 people without a name are Anonymous, and Anonymous User in lists', () => {
  expect(getName(null, NAMELESS.byline)).toBe('Anonymous')
  expect(getName(null, NAMELESS.card)).toBe('Anonymous User')
})

test("a former member has a label in the page's language", () => {
  const before = getLocale
  overwriteGetLocale(() => 'de')
  const named = (username: string) => getName({ full_name: 'Former member', username })
  expect(named('former.0123456789abcdef')).toBe('Ehemaliges Mitglied')
  expect(named('former.member')).toBe('Former member')
  overwriteGetLocale(before)
})
