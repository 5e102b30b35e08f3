import { expect, test } from 'vitest'
import { textParts } from './mentions.ts'

const mentions = [
  { username: 'Dee.M', user_id: 'd' },
  { username: 'noor', user_id: 'n' },
]

test('names that are somebody’s are cut out as they stand, all else stays words', () => {
  expect(textParts('ask @dee.m and @noor. Not @sam, nor dee@noor', mentions)).toEqual([
    'ask ',
    { name: '@dee.m', user_id: 'd' },
    ' and ',
    { name: '@noor', user_id: 'n' },
    '. Not @sam, nor dee@noor',
  ])
  expect(textParts('@NOOR', mentions)).toEqual([{ name: '@NOOR', user_id: 'n' }])
  expect(textParts('', mentions)).toEqual([])
  expect(textParts('no names', [])).toEqual(['no names'])
})
