import { expect, test } from 'vitest'
import { decideSuggestion, type Voice } from './decide-suggestion.ts'

function voice(agrees: boolean, right: Voice['right'] = null, counts = true): Voice {
  return {
    agrees,
    right,
    counts,
  }
}

const [member, young, creator, mod] = [
  voice(true),
  voice(true, null, false),
  voice(true, 'creator'),
  voice(true, 'moderator'),
]
const no = voice(false)

test.each([
  ['one member waits', [member], false, null],
  ['two members agree', [member, member], false, 'apply'],
  ['an account of today is no voice', [member, young], false, null],
  ['the creator alone, however young the account', [voice(true, 'creator', false)], false, 'apply'],
  ['a moderator alone, also in a dispute', [mod], true, 'apply'],
  ['the creator in a dispute needs a second member', [creator], true, null],
  ['and has one', [creator, member], true, 'apply'],
  ['members in a dispute are three', [member, member], true, null],
  ['three of them', [member, member, member], true, 'apply'],
  ['whoever undoes their own change', [voice(true, 'author')], false, 'apply'],
  ['two are against', [member, no, no], false, 'decline'],
  ['the creator alone cannot bury what a member suggests', [member, voice(false, 'creator')], false, null],
  ['a moderator can', [member, member, voice(false, 'moderator')], false, 'decline'],
  ['nobody is left', [], false, null],
] as const)('%s', (_, voices, isDisputed, verdict) => {
  expect(decideSuggestion(voices, isDisputed)).toBe(verdict)
})
