import { expect, test } from 'vitest'
import { readMapUrl, writeMapUrl } from './map-url.ts'

const ID = '0190b6de-7c1f-7a4c-9d3e-1b2c3d4e5f60'

test('the state survives being written to the URL and read back', () => {
  const state = {
    filters: {
      q: 'ledge & bank',
      type: 'mini-ramp' as const,
      place: 'São Paulo',
      keywords: '100%',
      difficulty: 'advanced' as const,
      status: 'gone' as const,
      media: 'video' as const,
      near: 'me' as const,
    },
    view: { latitude: 41.38321, longitude: -179.99999, zoom: 12.5 },
    spotId: ID,
  }
  const text = new URLSearchParams(writeMapUrl(state)).toString()
  expect(readMapUrl(Object.fromEntries(new URLSearchParams(text)))).toEqual(state)
})

test('C-07 an old link with mini_ramp finds mini ramps', () => {
  expect(readMapUrl({ type: 'mini_ramp' }).filters).toEqual({ type: 'mini-ramp' })
})

test('ignores invalid parameters', () => {
  const nothing = { filters: {}, view: null, spotId: null }
  expect(
    readMapUrl({ at: '91,0,4', type: 'pool', q: '  ', spot: 'x', keywords: 7, status: 'open', near: '41,2' }),
  ).toEqual(nothing)
  expect(readMapUrl({ at: '1,2' })).toEqual(nothing)
  expect(readMapUrl({ at: ',,' })).toEqual(nothing)
  expect(readMapUrl({ at: 'NaN,0,3' })).toEqual(nothing)
})
