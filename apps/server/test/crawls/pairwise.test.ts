import { expect, test } from 'vitest'
import { pickPairwise } from './pairwise.ts'

const PEOPLE = ['visitor', 'member', 'owner', 'admin']
const SPOTS = ['open', 'crew', 'private']
const OPERATIONS = ['read', 'edit', 'delete', 'like', 'save', 'report']
const ALL = PEOPLE.flatMap((who) =>
  SPOTS.flatMap((spot) => OPERATIONS.map((how) => [who, spot, how] as const)),
)

function listPairs(cases: readonly (readonly string[])[]) {
  return new Set(cases.flatMap(([a, b, c]) => [`${a} ${b}`, `${a} ${c}`, `${b} ${c}`]))
}

test('every pair of values is in a picked case, in only a few more cases than the two longest factors need', () => {
  const picked = pickPairwise(ALL, (one) => one)
  expect(listPairs(picked)).toEqual(listPairs(ALL))
  expect(picked.length).toBeLessThanOrEqual(PEOPLE.length * OPERATIONS.length + 4)
})

test('pairs that never occur are not required, and the same cases always give the same choice', () => {
  const possible = ALL.filter(([who, spot]) => who !== 'visitor' || spot === 'open')
  const picked = pickPairwise(possible, (one) => one)
  expect(listPairs(picked)).toEqual(listPairs(possible))
  expect(pickPairwise(possible, (one) => one)).toEqual(picked)
})

test('cases with one factor have no pairs, so none of them is picked', () => {
  expect(pickPairwise(['a', 'b'], (one) => [one])).toEqual([])
})
