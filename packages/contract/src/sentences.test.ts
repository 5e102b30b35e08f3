import { expect, test } from 'vitest'
import { issue, readSentence, say, type Sentence, writeSentence } from './sentences.ts'

test('a sentence comes back from its text as it was, and people can read the text as it is', () => {
  const sentence = say`At most ${2000} characters of ${'«Ledge»'}, please`
  const text = writeSentence(sentence)
  expect(text.replaceAll(/[\u2068\u2069]/g, '')).toBe('At most 2000 characters of «Ledge», please')
  expect(readSentence(text)).toEqual(sentence)
  expect(readSentence(issue`At most ${12n} of ${''}`)).toEqual(say`At most ${12} of ${''}`)
  expect(readSentence('Plain.')).toEqual(say`Plain.`)
})

test('a value cannot end itself and add others', () => {
  const evil = 'a\u2069 {0} \u2068b'
  expect(readSentence(issue`This is not ${evil}.`)).toEqual(say`This is not ${'a {0} b'}.`)
})

test('only say makes a sentence', () => {
  // @ts-expect-error No text is a sentence: nobody would translate it.
  const text: Sentence = 'You cannot do this.'
  // @ts-expect-error Nor is what looks like one.
  const made: Sentence = { english: 'You cannot do this.', values: [] }
  expect([text, made]).toHaveLength(2)
})
