import type { FactValues, NightLight } from '@nollie/contract'
import { type Drying, DRYING_OF } from './drying.ts'

// Shared by the spot page and the map filter, so that both use the same facts.

/** Facts about a spot that rain and darkness depend on; null if unknown. */
export type KnownFacts = Pick<FactValues, 'surface' | 'roof' | 'light_at_night' | 'opening_hours'>

/** A spot without known facts. */
export const UNKNOWN: KnownFacts = { surface: null, roof: null, light_at_night: null, opening_hours: null }

/** How a spot's facts affect it in rain and darkness. */
export type SpotFacts = { drying: Drying; is_covered: boolean; night_light: NightLight }

function toNightLight(light: KnownFacts['light_at_night']): NightLight {
  if (light === null) return 'unknown'
  return light === 'none' ? 'dark' : 'lit'
}

/**
 * Converts a spot's known facts into their effects in rain and darkness. Defaults to normal ground, no roof, and
 * unknown lighting.
 */
export function toGroundFacts({
  surface,
  roof,
  light_at_night,
}: Omit<KnownFacts, 'opening_hours'>): SpotFacts {
  return {
    drying: surface ? DRYING_OF[surface] : 'normal',
    is_covered: roof === 'full',
    night_light: toNightLight(light_at_night),
  }
}
