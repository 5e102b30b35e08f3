import { expect, test } from 'vitest'
import { isStepOf, type SearchAnswer, toShown } from './shown-results.ts'

function answer(count: number, more = false) {
  return {
    people: { items: Array.from({ length: count }, (_, id) => ({ id })), count, more },
    spots: { items: [], count: 0, more },
  } as unknown as SearchAnswer
}

const state = { q: 'kof', answer: undefined, answered: '', isFailed: false }

test('DISC-09 DISC-10 a blank query shows no results, whatever was found before', () => {
  expect(toShown({ ...state, q: '', answer: answer(2), answered: 'kof' })).toEqual({ kind: 'start' })
})

test('shows the previous results while the extended query loads', () => {
  const found = answer(2)
  expect(toShown({ ...state, answer: found, answered: 'ko' })).toEqual({ kind: 'found', answer: found })
  expect(toShown({ ...state, q: 'ko', answer: found, answered: 'kof' }).kind).toBe('found')
})

test('does not show results of a different query', () => {
  expect(toShown({ ...state, answer: answer(2), answered: 'rail' })).toEqual({ kind: 'waiting' })
  expect(isStepOf('', 'kof')).toBe(false)
})

test('DISC-06 shows that nothing was found only for the typed query', () => {
  expect(toShown({ ...state, answer: answer(0), answered: 'ko' })).toEqual({ kind: 'waiting' })
  expect(toShown({ ...state, answer: answer(0), answered: 'kof' })).toEqual({ kind: 'none', q: 'kof' })
})

test('a search that timed out does not claim that nothing was found', () => {
  expect(toShown({ ...state, answer: answer(0, true), answered: 'kof' })).toEqual({ kind: 'late' })
})

test('a failed search shows an error, unless there are results to show', () => {
  expect(toShown({ ...state, isFailed: true })).toEqual({ kind: 'failed' })
  expect(toShown({ ...state, answer: answer(1), answered: 'ko', isFailed: true }).kind).toBe('found')
})
