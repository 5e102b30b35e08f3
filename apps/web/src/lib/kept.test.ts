import { afterEach, expect, test, vi } from 'vitest'
import { keepInTab, keptInTab } from './kept.ts'

afterEach(() => vi.unstubAllGlobals())

const aStorage = () => {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}

test('what is kept in a tab goes with it: the next person at this computer finds nothing', () => {
  vi.stubGlobal('localStorage', aStorage())
  vi.stubGlobal('sessionStorage', aStorage())
  keepInTab('draft', 'I did not')
  expect(keptInTab('draft')).toBe('I did not')
  vi.stubGlobal('sessionStorage', aStorage())
  expect(keptInTab('draft')).toBeNull()
  keepInTab('draft', 'Again')
  keepInTab('draft', null)
  expect(keptInTab('draft')).toBeNull()
})

test('without storage nothing is kept, and nothing breaks', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepInTab('draft', 'I did not')
  expect(keptInTab('draft')).toBeNull()
})
