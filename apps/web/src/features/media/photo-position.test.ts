import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parsePosition, readPosition } from './photo-position.ts'
import { toSendError } from './send-file.ts'
import { fitSize } from './shrink-photo.ts'

test('accepts only complete positions on the globe, other than 0, 0', () => {
  expect(parsePosition({ Latitude: 41.2, Longitude: -96.07 })).toEqual({ latitude: 41.2, longitude: -96.07 })
  for (const gps of [
    undefined,
    {},
    { Latitude: 41.2 },
    { Latitude: null, Longitude: null },
    { Latitude: Number.NaN, Longitude: 1 },
    { Latitude: 91, Longitude: 1 },
    { Latitude: 1, Longitude: -181 },
    { Latitude: 0, Longitude: 0 },
  ])
    expect(parsePosition(gps)).toBeNull()
})

test('a file that is not a photo has no position', async () => {
  expect(await readPosition(new Blob(['hello']))).toBeNull()
  expect(await readPosition(new Blob([]))).toBeNull()
})

// Real photos, in a folder next to this repository rather than in it.
const folder = fileURLToPath(new URL('../../../../../../shared/media/', import.meta.url))

function real(name: string) {
  return new Blob([readFileSync(folder + name)])
}

test.skipIf(!existsSync(folder))('reads the position of real photos, including HEIC', async () => {
  expect(await readPosition(real('IMG_2682.heic'))).toEqual({ latitude: 41.2203, longitude: -96.071625 })
  const springs = await readPosition(real('thompson-springs.jpg'))
  expect(springs?.latitude).toBeCloseTo(39.115, 5)
  expect(springs?.longitude).toBeCloseTo(-108.400968, 5)
  for (const name of ['empty_gps.jpg', 'denali.webp', 'density_plot.png', '8bit-sRGB.avif', 'silver_fir.jpg'])
    expect(await readPosition(real(name)), name).toBeNull()
})

test('never enlarges a photo, and limits its long side to 2048', () => {
  expect(fitSize({ width: 4032, height: 3024 })).toEqual({ width: 2048, height: 1536 })
  expect(fitSize({ width: 3024, height: 4032 })).toEqual({ width: 1536, height: 2048 })
  expect(fitSize({ width: 800, height: 600 })).toEqual({ width: 800, height: 600 })
  expect(fitSize({ width: 20000, height: 2 })).toEqual({ width: 2048, height: 1 })
})

test('classifies upload errors: sign in, wait, or choose another file', () => {
  expect(toSendError(0)).toEqual({ why: 'unreachable' })
  expect(toSendError(401)).toEqual({ why: 'signed_out' })
  expect(toSendError(429, '{"code":"TOO_MANY"}', '12')).toEqual({ why: 'busy', wait: 12 })
  expect(toSendError(503)).toEqual({ why: 'busy', wait: 5 })
  const problem = (code: string) => JSON.stringify({ code, detail: 'Why.' })
  expect(toSendError(429, problem('QUOTA'))).toEqual({ why: 'refused', detail: 'Why.', again: true })
  expect(toSendError(415, problem('WRONG_TYPE'))).toEqual({ why: 'refused', detail: 'Why.', again: false })
  expect(toSendError(507, problem('STORAGE_FULL'))).toEqual({ why: 'refused', detail: 'Why.', again: true })
  expect(toSendError(500, '<html>')).toEqual({ why: 'refused', detail: null, again: true })
})
