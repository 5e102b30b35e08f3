import { expect, test } from 'vitest'
import { getLocale, overwriteGetLocale } from '../i18n/paraglide/runtime.js'
import { initialsOf, NAMELESS, nameOf } from './person-name.ts'

test.each([
  [{ full_name: 'Maya Pops' }, 'MP'],
  [{ full_name: 'Ana Maria de la Cruz' }, 'AM'],
  [{ full_name: 'maya' }, 'M'],
  [{ full_name: '  ', username: 'kick_flip' }, 'K'],
  [{ full_name: 'Ínês Duarte' }, 'ÍD'],
  [{ full_name: '李 小龙' }, '李小'],
])('LIMIT-05 initials of %j are %s', (person, initials) => {
  expect(initialsOf(person)).toBe(initials)
})

test.each([null, undefined, {}, { full_name: '', username: null }, { full_name: '🛹' }])(
  'LIMIT-17 nobody with a name (%j) shows U',
  (person) => {
    expect(initialsOf(person)).toBe('U')
  },
)

test('LIMIT-17 C-22 a nameless poster is called User', () => {
  expect(nameOf({ full_name: null, username: null })).toBe('User')
})

test('LIMIT-18 C-22 nameless people are Anonymous, and Anonymous User in lists', () => {
  expect(nameOf(null, NAMELESS.byline)).toBe('Anonymous')
  expect(nameOf(null, NAMELESS.card)).toBe('Anonymous User')
})

test('a former member is called that in the language of the page', () => {
  const before = getLocale
  overwriteGetLocale(() => 'de')
  const named = (username: string) => nameOf({ full_name: 'Former member', username })
  expect(named('former.0123456789abcdef')).toBe('Ehemaliges Mitglied')
  expect(named('former.member')).toBe('Former member')
  overwriteGetLocale(before)
})
