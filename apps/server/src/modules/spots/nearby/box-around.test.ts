import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxAround } from './box-around.ts'

test('every point within the distance is in a square that contains a corner of the box', () => {
  // A point's square at a level, computed as in nollie_quadkey, but with x and y separate.
  const square = (level: number, { latitude, longitude }: { latitude: number; longitude: number }) => {
    const sin = Math.sin(
      (Math.max(-85.05112877980659, Math.min(85.05112877980659, latitude)) * Math.PI) / 180,
    )
    const steps = 2 ** 26
    const code = (share: number) =>
      Math.floor(Math.min(steps - 1, Math.max(0, Math.floor(share * steps))) / 2 ** (26 - level))
    return `${code((longitude + 180) / 360)} ${code(0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI))}`
  }
  fc.assert(
    fc.property(
      fc.double({ min: -85, max: 85, noNaN: true }),
      fc.double({ min: -180, max: 179.999999, noNaN: true }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      fc.double({ min: 0, max: 30, noNaN: true }),
      (latitude, longitude, angle, metres) => {
        const north = (metres * Math.cos(angle)) / 111_195
        const east = (metres * Math.sin(angle)) / (111_195 * Math.cos((latitude * Math.PI) / 180))
        const around = ((longitude + east + 540) % 360) - 180
        const there = { latitude: latitude + north, longitude: around }
        const { corners, level } = boxAround({ latitude, longitude }, 30.05)
        expect(corners.map((corner) => square(level, corner))).toContain(square(level, there))
      },
    ),
    { numRuns: 2000 },
  )
})
