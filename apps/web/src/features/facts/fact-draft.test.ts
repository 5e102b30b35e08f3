import type { SpotFacts } from '@nollie/contract'
import { FACT_NAMES } from '@nollie/contract/facts/fact-kinds'
import { expect, test } from 'vitest'
import { makeObstacle, diffFacts, isSendable, NO_DRAFT, readDraft, shownObstacles } from './fact-draft.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const NEW = '22222222-2222-4222-8222-222222222222'
const ledge = { ...makeObstacle('ledge'), height_cm: 45 }
const NONE = Object.fromEntries(FACT_NAMES.map((name) => [name, null])) as SpotFacts['facts']
const FACTS: SpotFacts = {
  facts: { ...NONE, surface: 'smooth' },
  obstacles: [{ id: ID, ...ledge }],
  version: 1,
  updated_at: null,
  suggestions: [],
  may_decide: false,
}

test('sends only changed facts, and nothing if there are none', () => {
  expect(diffFacts(FACTS, NO_DRAFT)).toBe(null)
  expect(diffFacts(FACTS, { facts: { surface: 'smooth' }, obstacles: { [ID]: ledge, [NEW]: null } })).toBe(
    null,
  )
  const rail = makeObstacle('rail')
  expect(
    diffFacts(FACTS, { facts: { surface: null, roof: null }, obstacles: { [ID]: null, [NEW]: rail } }),
  ).toEqual({
    facts: { surface: null },
    obstacles: [
      { id: ID, obstacle: null },
      { id: NEW, obstacle: rail },
    ],
  })
})

test('does not send a price for a free spot', () => {
  const fee_note = '2 EUR after 18:00'
  const sent = (now: Partial<SpotFacts['facts']>, facts: Partial<SpotFacts['facts']>) =>
    diffFacts({ ...FACTS, facts: { ...NONE, ...now } }, { facts, obstacles: {} })?.facts ?? null
  expect(sent({}, { fee: 'free', fee_note })).toEqual({ fee: 'free' })
  expect(sent({ fee: 'free' }, { fee_note })).toBe(null)
  expect(sent({ fee: 'free' }, { fee: 'paid', fee_note })).toEqual({ fee: 'paid', fee_note })
  expect(sent({ fee_note }, { fee: 'free', fee_note: '3 EUR' })).toEqual({ fee: 'free', fee_note: null })
})

test('shows changed and new obstacles, but not removed ones', () => {
  const higher = { ...ledge, height_cm: 50 }
  const draft = { facts: {}, obstacles: { [ID]: higher, [NEW]: makeObstacle('gap') } }
  expect(shownObstacles(FACTS, draft).map(({ kind, height_cm }) => [kind, height_cm])).toEqual([
    ['ledge', 50],
    ['gap', null],
  ])
  expect(shownObstacles(FACTS, { facts: {}, obstacles: { [ID]: null } })).toEqual([])
})

test('reads the valid parts of a stored draft', () => {
  const stored = {
    facts: { surface: 'wet', roof: 'full', water: 'yes', toilet: false, colour: 'red' },
    obstacles: { [ID]: { kind: 'tree' }, [NEW]: { kind: 'rail', height_cm: '60', waxed: true }, x: ledge },
  }
  expect(readDraft(stored)).toEqual({
    facts: { roof: 'full', toilet: false },
    obstacles: { [ID]: null, [NEW]: { ...makeObstacle('rail'), waxed: true } },
  })
  for (const nothing of [null, 'x', 3, { facts: 'x' }]) expect(readDraft(nothing)).toEqual(NO_DRAFT)
})

test('does not send impossible measurements', () => {
  const with_ = (height_cm: number) => ({ facts: {}, obstacles: { [ID]: { ...ledge, height_cm } } })
  expect([1, 45, 1500].map((cm) => isSendable(with_(cm)))).toEqual([true, true, true])
  expect([0, -5, 1501, 4.5, Number.NaN].map((cm) => isSendable(with_(cm)))).toEqual(Array(5).fill(false))
})
