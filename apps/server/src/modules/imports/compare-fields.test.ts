import { expect, test } from 'vitest'
import { compareFields } from './compare-fields.ts'

const NOTHING = { applies: {}, conflicts: {}, settled: [] }

type Case = [
  why: string,
  was: unknown,
  says: unknown,
  here: unknown,
  expected: 'applies' | 'conflicts' | 'settled' | null,
]

const CASES: Case[] = [
  ['nobody changed it', 'A', 'A', 'A', null],
  ['people changed it, the source did not', 'A', 'A', 'B', null],
  ['the source changed it, people did not', 'A', 'B', 'A', 'applies'],
  ['both changed it to the same', 'A', 'B', 'B', 'settled'],
  ['both changed it', 'A', 'B', 'C', 'conflicts'],
  ['the source says it for the first time', null, 'A', null, 'applies'],
  ['people were first', null, 'A', 'B', 'conflicts'],
  ['the source says it no more', 'A', null, 'A', 'applies'],
  ['the source says it no more, people changed it', 'A', null, 'B', 'conflicts'],
  ['people cleared it, and the source changed it', 'A', 'B', null, 'conflicts'],
  ['lists are compared whole', ['park'], ['park', 'bowl'], ['park'], 'applies'],
  [
    'a position that text made a little different',
    { latitude: 1, longitude: 2 },
    { latitude: 1.00000001, longitude: 2 },
    { latitude: 5, longitude: 2 },
    null,
  ],
  [
    'a position that moved',
    { latitude: 1, longitude: 2 },
    { latitude: 1.001, longitude: 2 },
    { latitude: 1, longitude: 2 },
    'applies',
  ],
]

test.each(CASES)('%s', (_, was, says, here, expected) => {
  const verdict = compareFields({ field: was }, { field: says }, { field: here })
  if (expected === null) expect(verdict).toEqual(NOTHING)
  else if (expected === 'settled') expect(verdict).toEqual({ ...NOTHING, settled: ['field'] })
  else expect(verdict).toEqual({ ...NOTHING, [expected]: { field: says } })
})

test('an address missing from the source stays; every other missing field is empty', () => {
  expect(compareFields({ city: 'A', surface: 'rough' }, {}, { city: 'A', surface: 'rough' })).toEqual({
    ...NOTHING,
    applies: { surface: null },
  })
})
