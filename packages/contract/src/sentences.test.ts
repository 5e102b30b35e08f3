import { expect, test } from 'vitest'
import { issue, readSentence, say, type Sentence, writeSentence } from './sentences.ts'

test('a sentence can be restored from its encoded text, which is also readable', () => {
  const sentence = say`At most ${2000} characters of ${'«Ledge»'}, please`
  const text = writeSentence(sentence)
  expect(text.replaceAll(/[\u2068\u2069]/g, '')).toBe('At most 2000 characters of «Ledge», please')
  expect(readSentence(text)).toEqual(sentence)
  expect(readSentence(issue`At most ${12n} of ${''}`)).toEqual(say`At most ${12} of ${''}`)
  expect(readSentence('Plain.')).toEqual(say`Plain.`)
})

test("a value can't end early and inject other values", () => {
  const evil = 'a\u2069 {0} \u2068b'
  expect(readSentence(issue`This is not ${evil}.`)).toEqual(say`This is not ${'a {0} b'}.`)
})

test('only `say` creates a sentence', () => {
  // @ts-expect-error Plain text is not a sentence, because it would never be translated.
  const text: Sentence = 'You cannot do this.'
  // @ts-expect-error An object with the same fields is no sentence either.
  const made: Sentence = { english: 'You cannot do this.', values: [] }
  expect([text, made]).toHaveLength(2)
})
