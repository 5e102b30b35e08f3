import {
  bitsForZoom,
  decodeMap,
  isPinOf,
  type MapWire,
  packMix,
  toWorld,
  unpackMix,
} from '@nollie/contract/map/map-codec'
import { expect, test } from 'vitest'

function at(latitude: number, longitude: number, bits: number) {
  const { x, y } = toWorld(latitude, longitude)
  return { x: Math.floor(x * 2 ** bits), y: Math.floor(y * 2 ** bits) }
}

test('decodes delta-encoded clusters and pins, each list separately', () => {
  const bits = bitsForZoom(14)
  const [reef, green] = ['0199c0de-0000-7000-8000-000000000001', '0199c0de-0000-7000-8000-0000000000ff']
  const [macba, fiji, park] = [at(41.38321, 2.16693, bits), at(-17.7, 178.8, bits), at(41.39, 2.17, bits)]
  const mix = packMix([
    { type: 'ledges', eighths: 5 },
    { type: 'other', eighths: 3 },
  ])
  const wire: MapWire = {
    bits,
    version: 7,
    total: 40,
    total_capped: false,
    clusters: [macba.x, macba.y, 38, mix],
    pins: [fiji.x, fiji.y, 8, park.x - fiji.x, park.y - fiji.y, 2 + 16],
    tails: reef.slice(-6) + green.slice(-6),
    names: 'Reef\nPark',
    ranks: '03',
  }
  const { clusters, pins } = decodeMap(wire)
  expect(clusters).toHaveLength(1)
  expect(clusters[0]).toMatchObject({ n: 38, mix: unpackMix(mix) })
  expect(clusters[0]?.mix).toEqual([
    { type: 'ledges', eighths: 5 },
    { type: 'other', eighths: 3 },
  ])
  // At zoom 14, a fraction of a pixel is about one meter.
  expect(clusters[0]?.latitude).toBeCloseTo(41.38321, 4)
  expect(clusters[0]?.longitude).toBeCloseTo(2.16693, 4)
  expect(pins).toMatchObject([
    {
      ref: `${bits}-${fiji.x}-${fiji.y}-000001`,
      name: 'Reef',
      type: 'mini-ramp',
      gone: false,
      look: 'fresh',
    },
    { ref: `${bits}-${park.x}-${park.y}-0000ff`, name: 'Park', type: 'park', gone: true, look: 'gone' },
  ])
  expect(pins.map((pin) => [isPinOf(pin, reef), isPinOf(pin, green)])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(pins[0]?.longitude).toBeCloseTo(178.8, 4)
})

test('an empty view decodes to nothing', () => {
  const empty = {
    bits: 12,
    version: 1,
    total: 0,
    total_capped: false,
    clusters: [],
    pins: [],
    tails: '',
    names: '',
  }
  expect(decodeMap(empty)).toEqual({ clusters: [], pins: [] })
})
