import { beforeEach, expect, test, vi } from 'vitest'
import { readService } from './location-by-ip.ts'
import { isExact, metresTo } from './distance.ts'
import { readCachedRecord, storeRecord } from './stored-location.ts'

const HOUR = 3_600_000
const NOW = 1_800_000_000_000

function at(hours: number) {
  return {
    lat: 41.38,
    lng: 2.17,
    accuracy: 12,
    source: 'gps' as const,
    timestamp: NOW - hours * HOUR,
  }
}

beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  })
})

test('LOC-03 DATA-21 a stored position is valid for 24 hours', () => {
  storeRecord(at(23))
  expect(readCachedRecord(NOW)).toEqual({ ...at(23), source: 'cache' })
  storeRecord(at(25))
  expect(readCachedRecord(NOW)).toBeNull()
  localStorage.setItem('nollie.location', '{"lat":"x"}')
  expect(readCachedRecord(NOW)).toBeNull()
})

test('API-72 accepts both field spellings of a service, and rejects invalid responses', () => {
  expect(readService({ latitude: 41.4, longitude: 2.2 })).toMatchObject({ lat: 41.4, lng: 2.2 })
  expect(readService({ lat: '41.4', lon: '2.2' })).toMatchObject({ lat: 41.4, lng: 2.2 })
  for (const wrong of [null, {}, { lat: 91, lon: 0 }, { latitude: 'here', longitude: 1 }, 'x'])
    expect(readService(wrong)).toBeNull()
})

test('formats short distances, and only for exact positions', () => {
  expect(metresTo(at(0), { latitude: 41.38, longitude: 2.17 })).toBeCloseTo(0)
  const near = metresTo(at(0), { latitude: 41.383, longitude: 2.1668 })
  expect(near).toBeGreaterThan(400)
  expect(near).toBeLessThan(450)
  expect(isExact({ ...at(0), accuracy: 400_000 })).toBe(false)
  expect(isExact(at(0))).toBe(true)
  expect(isExact(null)).toBe(false)
})
