import type { MapPin } from '@nollie/contract/map/map-codec'
import { expect, test } from 'vitest'
import { choosePins, PINS_MAX, pinKey } from './choose-pins.ts'

const VIEW = { west: 0, east: 10, south: 0, north: 10 }

function aPin(n: number, fields: Partial<MapPin> = {}): MapPin {
  // Like real ids, the keys of neighboring spots are in no particular order.
  const tail = ((n * 7_368_787) % 0xffffff).toString(16).padStart(6, '0')
  return {
    ref: `24-${n}-${n}-${tail}`,
    name: `Spot ${n}`,
    type: 'park',
    latitude: 5,
    longitude: 5 + n / 1e4,
    gone: false,
    look: 'doubtful',
    rank: 0,
    ...fields,
  }
}

function makePins(count: number, first = 0): MapPin[] {
  return Array.from({ length: count }, (_, n) => aPin(first + n))
}

test('all spots are pins until there are too many, and then exactly one less than the limit', () => {
  expect(choosePins([], VIEW).size).toBe(0)
  expect(choosePins(makePins(PINS_MAX - 1), VIEW).size).toBe(PINS_MAX - 1)
  for (const count of [PINS_MAX, 61, 500]) expect(choosePins(makePins(count), VIEW).size).toBe(PINS_MAX - 1)
})

test('a photo counts most, then a recent confirmation, then activity', () => {
  const best = [
    aPin(1001, { rank: 3, look: 'fresh' }),
    aPin(1002, { rank: 2, look: 'fresh' }),
    aPin(1003, { rank: 3 }),
    aPin(1004, { rank: 2 }),
    aPin(1005, { rank: 1, look: 'fresh' }),
    aPin(1006, { look: 'fresh' }),
    aPin(1007, { rank: 1 }),
  ]
  for (const [place, pin] of best.entries()) {
    const better = Array.from({ length: PINS_MAX - 2 }, (_, n) => ({
      ...aPin(n, best[Math.max(0, place - 1)]),
      ref: aPin(n).ref,
    }))
    const worse = makePins(200, 2000)
    const chosen = choosePins([...worse, pin, ...better], VIEW)
    expect(chosen.has(pinKey(pin)), `place ${place}`).toBe(true)
    expect(
      better.every((one) => chosen.has(pinKey(one))),
      `before place ${place}`,
    ).toBe(true)
  }
})

test('the same view gets the same pins, in whatever order its spots arrive', () => {
  const pins = makePins(300)
  expect([...choosePins(pins, VIEW)].toSorted()).toEqual([...choosePins(pins.toReversed(), VIEW)].toSorted())
})

test('spots in view come before better ones outside, also across the antimeridian', () => {
  const pins = [
    ...makePins(80).map((pin) => ({ ...pin, longitude: -175, rank: 3 })),
    ...makePins(40, 100).map((pin) => ({ ...pin, longitude: -179.5 })),
  ]
  const chosen = choosePins(pins, { ...VIEW, west: 175, east: 181 })
  expect(pins.slice(80).every((pin) => chosen.has(pinKey(pin)))).toBe(true)
  expect(chosen.size).toBe(PINS_MAX - 1)
})

test('while the map moves, a pin that stays in view stays a pin', () => {
  const pins = Array.from({ length: 600 }, (_, n) =>
    aPin(n, { longitude: (n * 37) % 30, latitude: (n * 11) % 10, rank: n % 4 }),
  )
  let before = choosePins(pins, VIEW)
  for (let west = 0; west <= 20; west += 0.5) {
    const view = { ...VIEW, west, east: west + 10 }
    const isInView = ({ longitude }: MapPin) => longitude >= west && longitude <= west + 10
    const next = choosePins(pins, view, before)
    for (const pin of pins.filter(isInView))
      if (before.has(pinKey(pin))) expect(next.has(pinKey(pin)), pin.name).toBe(true)
    expect(next.size).toBe(PINS_MAX - 1)
    before = next
  }
})
