import { expect, test } from 'vitest'
import { buildDeck } from './deck.ts'

const ids = Array.from({ length: 200 }, (_, n) => `0199e3a0-0000-7000-8000-${String(n).padStart(12, '0')}`)

test('a person always gets the same deck, and different people get different decks', () => {
  for (const id of ids) expect(buildDeck(id)).toEqual(buildDeck(id))
  expect(new Set(ids.map((id) => JSON.stringify(buildDeck(id)))).size).toBeGreaterThan(190)
})

test('adjacent shapes have different colors', () => {
  for (const { ground, stripes, wheel, hub } of ids.map(buildDeck)) {
    expect(new Set([ground, ...stripes, wheel]).size).toBe(4)
    expect(hub).not.toBe(wheel)
  }
})
