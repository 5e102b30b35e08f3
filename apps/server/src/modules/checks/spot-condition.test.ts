import type { CheckAnswer } from '@nollie/contract'
import { expect, test } from 'vitest'
import { decideSpotCondition, type Decision, type Voice } from './spot-condition.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-06-15T12:00:00Z')
const clock = { now: NOW, today: '2026-06-15' }

/** Builds a report from this many days ago. */
function voice(user_id: string, answer: CheckAnswer, days: number, more: Partial<Voice> = {}): Voice {
  return {
    user_id,
    answer,
    until: null,
    seen_at: NOW - days * DAY,
    is_new: false,
    proof: 'position',
    ...more,
  }
}

function shared(days: number) {
  return voice('creator', 'open', days, { proof: 'share' })
}

function crowd(n: number, answer: CheckAnswer, days: number, more: Partial<Voice> = {}) {
  return Array.from({ length: n }, (_, i) => voice(`${answer} ${i}`, answer, days, more))
}

function state(voices: Voice[], decision: Decision | null = null) {
  return decideSpotCondition(voices, decision, clock).state
}

const CASES: [why: string, expected: string, voices: Voice[]][] = [
  ['nobody checked an import', 'unverified', []],
  ['sharing a spot says that it is there', 'open', [shared(900)]],
  ['one person there is believed', 'skatestopped', [shared(200), voice('a', 'skatestopped', 1)]],
  ['one person does not end a spot', 'open', [shared(200), voice('a', 'gone', 1)]],
  ['two people do', 'gone', [shared(200), ...crowd(2, 'gone', 1)]],
  ['two people weeks apart do', 'gone', [shared(200), voice('a', 'gone', 90), voice('b', 'gone', 1)]],
  ['one person twice does not', 'open', [shared(200), voice('a', 'gone', 29), voice('a', 'gone', 1)]],
  ['nor in two months', 'open', [shared(400), voice('a', 'gone', 40), voice('a', 'gone', 1)]],
  [
    'one person in two months has two voices',
    'skatestopped',
    [voice('a', 'open', 1), voice('b', 'skatestopped', 40), voice('b', 'skatestopped', 2)],
  ],
  [
    'the newer of two opposite voices of one person counts',
    'open',
    [shared(200), voice('a', 'skatestopped', 3), voice('a', 'open', 1)],
  ],
  ['many who were there yesterday outweigh two', 'open', [...crowd(5, 'open', 1), ...crowd(2, 'gone', 0)]],
  ['recent weighs more', 'gone', [...crowd(5, 'open', 700), ...crowd(2, 'gone', 0)]],
  ['a demolished favourite needs no crowd', 'gone', [...crowd(40, 'open', 300), ...crowd(3, 'gone', 0)]],
  [
    'the newest decides between equals',
    'skatestopped',
    [voice('a', 'open', 1), voice('b', 'skatestopped', 1 - 1e-9)],
  ],
  [
    'a hundred new accounts do not end a spot',
    'open',
    [shared(400), ...crowd(100, 'gone', 0, { is_new: true })],
  ],
  ['nor stop it', 'open', [shared(4000), ...crowd(100, 'skatestopped', 0, { is_new: true })]],
  [
    'nor open one that is gone for years',
    'gone',
    [shared(4000), ...crowd(2, 'gone', 2000), ...crowd(100, 'open', 0, { is_new: true })],
  ],
  [
    'nor help one person to end it',
    'open',
    [shared(400), voice('a', 'gone', 0), ...crowd(100, 'gone', 0, { is_new: true })],
  ],
  ['a new account confirms an import', 'open', [voice('a', 'open', 0, { is_new: true })]],
  [
    'new accounts do not help a device either',
    'open',
    [
      shared(400),
      voice('a', 'skatestopped', 0, { proof: 'device' }),
      ...crowd(100, 'skatestopped', 0, { is_new: true }),
    ],
  ],
  [
    'the device alone is half believed',
    'open',
    [shared(200), voice('a', 'skatestopped', 0, { proof: 'device' })],
  ],
  [
    'two devices are believed',
    'skatestopped',
    [shared(400), ...crowd(2, 'skatestopped', 0, { proof: 'device' })],
  ],
  ['its creator has one voice', 'gone', [shared(10), voice('creator', 'open', 1), ...crowd(2, 'gone', 1)]],
  [
    'closed until a day that has not come',
    'closed',
    [shared(200), voice('a', 'closed', 9, { until: '2026-06-15' })],
  ],
  ['an end passes', 'open', [shared(200), voice('a', 'closed', 9, { until: '2026-06-14' })]],
]

test.each(CASES)('%s: %s', (_, expected, voices) => {
  expect(state(voices)).toBe(expected)
  // The result doesn't depend on the order of reports or the current time.
  expect(state(voices.toReversed())).toBe(expected)
  const year = { now: NOW + 365 * DAY, today: '2026-06-15' }
  expect(decideSpotCondition(voices, null, year).state).toBe(expected)
})

test('a moderator’s decision overrides everything before it, and later reports can change it', () => {
  const open = { answer: 'open', at: NOW - 5 * DAY } as const
  const brigade = crowd(9, 'gone', 6)
  expect(state([shared(100), ...brigade])).toBe('gone')
  expect(state([shared(100), ...brigade], open)).toBe('open')
  expect(state([shared(100), ...brigade, voice('b', 'gone', 1)], open)).toBe('open')
  expect(state([shared(100), ...brigade, ...crowd(3, 'gone', 1)], open)).toBe('gone')
})

test('returns who confirmed it and when: never new accounts, never in the future', () => {
  const voices = [shared(90), voice('a', 'open', 3), voice('a', 'open', 60), voice('b', 'open', 40)]
  expect(decideSpotCondition(voices, null, clock)).toEqual({
    state: 'open',
    until: null,
    confirmed_at: NOW - 3 * DAY,
    confirmed_by: 2,
  })
  const many = [...voices, ...crowd(30, 'open', 1, { is_new: true })]
  expect(decideSpotCondition(many, null, clock)).toMatchObject({ confirmed_at: NOW - DAY, confirmed_by: 3 })
  expect(decideSpotCondition([shared(90)], null, clock)).toMatchObject({
    confirmed_at: null,
    confirmed_by: 0,
  })
  // The clock of a device or of this server may have been ahead.
  expect(decideSpotCondition([voice('a', 'open', -4000)], null, clock)).toMatchObject({ confirmed_at: NOW })
})

test('the end date is from the newest report', () => {
  const voices = [
    voice('a', 'closed', 9, { until: '2026-12-01' }),
    voice('b', 'closed', 2, { until: '2026-07-01' }),
    voice('c', 'closed', 1, { until: '2026-01-01' }),
  ]
  expect(decideSpotCondition(voices, null, clock)).toMatchObject({ state: 'closed', until: '2026-07-01' })
})
