import { beforeEach, expect, test, vi } from 'vitest'
import { isQuestion, mayAsk } from './check-question.ts'

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
    clear: () => values.clear(),
  }
}

const [device, tab] = [memory(), memory()]
vi.stubGlobal('localStorage', device)
vi.stubGlobal('sessionStorage', tab)

function spot(id: string, confirmed_at: string | null = null) {
  return {
    id,
    name: 'Ledge',
    latitude: 1,
    longitude: 1,
    source: null,
    created_at: '2024-06-01T00:00:00.000Z',
    standing: { state: 'open' as const, until: null, confirmed_at, confirmed_by: 1, is_doubtful: true },
  }
}

beforeEach(() => {
  device.clear()
  tab.clear()
})

test('CHECK-14 asks once per visit, and never twice about the same confirmation', () => {
  expect([mayAsk(spot('a')), mayAsk(spot('a')), mayAsk(spot('b'))]).toEqual([true, false, false])
  tab.clear()
  expect([mayAsk(spot('a')), mayAsk(spot('b'))]).toEqual([false, true])
  tab.clear()
  // After a later confirmation, the spot is due for a new question.
  expect(mayAsk(spot('a', '2025-01-01T00:00:00.000Z'))).toBe(true)
})

test('CHECK-14 does not ask about recently confirmed spots', () => {
  const now = Date.parse('2026-06-15T12:00:00Z')
  expect(isQuestion(spot('a', '2026-05-01T00:00:00.000Z'), now)).toBe(false)
  expect(isQuestion(spot('a', '2025-05-01T00:00:00.000Z'), now)).toBe(true)
  expect(isQuestion(spot('a'), now)).toBe(true)
})
