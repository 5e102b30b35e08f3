import { expect, test } from 'vitest'
import { type Voice, verdictOf } from './agreement.ts'

const said = (agrees: boolean, right: Voice['right'] = null, counts = true): Voice => ({
  agrees,
  right,
  counts,
})
const [member, young, creator, mod] = [
  said(true),
  said(true, null, false),
  said(true, 'creator'),
  said(true, 'moderator'),
]
const no = said(false)

test.each([
  ['one member waits', [member], false, null],
  ['two members agree', [member, member], false, 'apply'],
  ['an account of today is no voice', [member, young], false, null],
  ['the creator alone, however young the account', [said(true, 'creator', false)], false, 'apply'],
  ['a moderator alone, also in a dispute', [mod], true, 'apply'],
  ['the creator in a dispute needs a second member', [creator], true, null],
  ['and has one', [creator, member], true, 'apply'],
  ['members in a dispute are three', [member, member], true, null],
  ['three of them', [member, member, member], true, 'apply'],
  ['whoever undoes their own change', [said(true, 'author')], false, 'apply'],
  ['two are against', [member, no, no], false, 'decline'],
  ['the creator alone cannot bury what a member says', [member, said(false, 'creator')], false, null],
  ['a moderator can', [member, member, said(false, 'moderator')], false, 'decline'],
  ['nobody is left who said it', [], false, null],
] as const)('%s', (_, voices, isDisputed, verdict) => {
  expect(verdictOf(voices, isDisputed)).toBe(verdict)
})
