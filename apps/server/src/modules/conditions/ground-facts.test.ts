import { expect, test } from 'vitest'
import { toGroundFacts, UNKNOWN } from './ground-facts.ts'

test('unknown facts count as normal ground without a roof, and unknown light', () => {
  expect(toGroundFacts(UNKNOWN)).toEqual({ drying: 'normal', is_covered: false, night_light: 'unknown' })
})

test('smooth ground dries fast, rough ground slowly; a full roof keeps rain off; partial lighting counts as light', () => {
  expect(toGroundFacts({ surface: 'glassy', roof: 'full', light_at_night: 'partial' })).toEqual({
    drying: 'fast',
    is_covered: true,
    night_light: 'lit',
  })
  expect(toGroundFacts({ surface: 'crusty', roof: 'partial', light_at_night: 'none' })).toEqual({
    drying: 'slow',
    is_covered: false,
    night_light: 'dark',
  })
})
