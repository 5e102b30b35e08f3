import type { FactValues, NightLight } from '@nollie/contract'
import { type Drying, DRYING_OF } from './drying.ts'

// The facts that rain and darkness depend on, in one place for the spot's page and for the map's filter.

/** Known facts about a spot; null if unknown. */
export type KnownFacts = Pick<FactValues, 'surface' | 'roof' | 'light_at_night' | 'opening_hours'>

/** A spot without known facts. */
export const UNKNOWN: KnownFacts = { surface: null, roof: null, light_at_night: null, opening_hours: null }

/** The consequences for rain and darkness. */
export type SpotFacts = { drying: Drying; is_covered: boolean; night_light: NightLight }

const toNightLight = (light: KnownFacts['light_at_night']): NightLight => {
  if (light === null) return 'unknown'
  return light === 'none' ? 'dark' : 'lit'
}

/**
 * The consequences of a spot's known facts for rain and darkness. Without any: normal ground, no roof, and unknown
 * light.
 */
export const toGroundFacts = ({
  surface,
  roof,
  light_at_night,
}: Omit<KnownFacts, 'opening_hours'>): SpotFacts => ({
  drying: surface ? DRYING_OF[surface] : 'normal',
  is_covered: roof === 'full',
  night_light: toNightLight(light_at_night),
})
