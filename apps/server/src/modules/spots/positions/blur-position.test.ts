import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { metresBetween } from '@nollie/contract/places/metres-between'
import { type Blur, blurPosition, shownPoint } from './blur-position.ts'

const HERE = { latitude: 52.5, longitude: 13.4 }

function mean(values: readonly number[]) {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}

function times<T>(n: number, make: () => T): T[] {
  return Array.from({ length: n }, make)
}

test('points are uniform in their circle: the average error is two thirds of the radius, in any direction', () => {
  const draws = times(4_000, () => blurPosition(HERE))
  const near = draws.map((blur) => metresBetween(blur.near, HERE))
  expect(Math.max(...near)).toBeLessThanOrEqual(150.1)
  expect(mean(near)).toBeGreaterThan(95)
  expect(mean(near)).toBeLessThan(105)
  const far = draws.map((blur) => metresBetween(blur.far, HERE))
  expect(Math.max(...far)).toBeLessThanOrEqual(1_000.1)
  expect(mean(far)).toBeGreaterThan(540)
  const north = draws.filter((blur) => blur.near.latitude > HERE.latitude).length
  expect(Math.abs(north - 2_000)).toBeLessThan(200)
})

test('averaging the positions shown after a hundred corrections reveals no more than a single one', () => {
  const errors = times(400, () => {
    let blur: Blur | undefined
    const seen = times(100, () => {
      // The creator corrects the pin repeatedly, by up to ten meters.
      const jitter = () => (Math.random() - 0.5) * 1.8e-4
      blur = blurPosition({ latitude: HERE.latitude + jitter(), longitude: HERE.longitude + jitter() }, blur)
      return blur.near
    })
    const average = {
      latitude: mean(seen.map(({ latitude }) => latitude)),
      longitude: mean(seen.map(({ longitude }) => longitude)),
    }
    return metresBetween(average, HERE)
  })
  console.info(`the average of 100 corrections is wrong by ${mean(errors).toFixed(0)} m of 150 m`)
  expect(mean(errors)).toBeGreaterThan(88)
})

test('both points together reveal no more than the nearer one', () => {
  // The farther point is drawn around the nearer one, so its direction reveals nothing about the spot.
  const products = times(4_000, () => {
    const { near, far } = blurPosition(HERE)
    const [a, b] = [
      [HERE.latitude - near.latitude, HERE.longitude - near.longitude],
      [far.latitude - near.latitude, far.longitude - near.longitude],
    ] as [[number, number], [number, number]]
    return Math.cos(Math.atan2(a[0], a[1]) - Math.atan2(b[0], b[1]))
  })
  expect(Math.abs(mean(products))).toBeLessThan(0.06)
})

test('spots in a town are shown near its center; if there is no town, rounded to a tenth of a degree', async () => {
  const id = uuid()
  const one = await shownPoint(id, 'town', blurPosition(HERE))
  const other = await shownPoint(id, 'town', blurPosition({ latitude: 52.53, longitude: 13.41 }))
  expect(one).toEqual(other)
  const sea = await shownPoint(id, 'town', blurPosition({ latitude: -40.123, longitude: -120.48 }))
  expect(sea).toEqual({ latitude: -40.1, longitude: -120.5 })
})
