import { afterEach, expect, test, vi } from 'vitest'
import { writeStoredInTab, readStoredInTab } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

function aStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}

test('values stored in a tab are not visible to the next person', () => {
  vi.stubGlobal('localStorage', aStorage())
  vi.stubGlobal('sessionStorage', aStorage())
  writeStoredInTab('draft', 'I did not')
  expect(readStoredInTab('draft')).toBe('I did not')
  vi.stubGlobal('sessionStorage', aStorage())
  expect(readStoredInTab('draft')).toBeNull()
  writeStoredInTab('draft', 'Again')
  writeStoredInTab('draft', null)
  expect(readStoredInTab('draft')).toBeNull()
})

test('if storage is unavailable, stores nothing and does not fail', () => {
  vi.stubGlobal('sessionStorage', undefined)
  writeStoredInTab('draft', 'I did not')
  expect(readStoredInTab('draft')).toBeNull()
})
