import { afterEach, expect, test, vi } from 'vitest'
import { dropPosition } from './drop-position.ts'

const { readPosition } = vi.hoisted(() => ({ readPosition: vi.fn() }))
vi.mock('../media/index.ts', () => ({ readPosition }))
afterEach(() => vi.useRealTimers())

const IN_PHOTO = { latitude: 41.38, longitude: 2.16 }
const HERE = { latitude: 48.2, longitude: 16.3, accuracy: 7 }

function here() {
  return Promise.resolve({
    lat: HERE.latitude,
    lng: HERE.longitude,
    accuracy: 7,
    source: 'gps' as const,
    timestamp: 0,
  })
}

function nowhere() {
  return Promise.resolve(null)
}

function photo(minutesOld: number) {
  return new File(['x'], 'a.jpg', { type: 'image/jpeg', lastModified: Date.now() - minutesOld * 60_000 })
}

test('DRAFT-01 locates a new photo by the device position, else by its metadata', async () => {
  readPosition.mockResolvedValue(IN_PHOTO)
  expect(await dropPosition([photo(0)], here())).toEqual(HERE)
  expect(await dropPosition([photo(0)], nowhere())).toEqual(IN_PHOTO)
  readPosition.mockResolvedValue(null)
  expect(await dropPosition([photo(0)], nowhere())).toBeNull()
})

test('locates an old photo by its metadata, else by the device position', async () => {
  readPosition.mockResolvedValue(IN_PHOTO)
  expect(await dropPosition([photo(60)], here())).toEqual(IN_PHOTO)
  readPosition.mockResolvedValue(null)
  expect(await dropPosition([photo(60)], here())).toEqual(HERE)
})

test('does not wait for a position longer than the limit', async () => {
  readPosition.mockResolvedValue(null)
  expect(await dropPosition([photo(0)], new Promise(() => undefined), 1)).toBeNull()
})
