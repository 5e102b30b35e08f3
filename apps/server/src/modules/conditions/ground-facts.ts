import type { FactValues, NightLight } from '@nollie/contract'
import { type Drying, DRYING_OF } from './drying.ts'

// What rain and dark depend on, in one place for the line of a spot and for the map's filter.

/** What people know of a spot; null where nobody does. */
export type KnownFacts = Pick<FactValues, 'surface' | 'roof' | 'light_at_night' | 'opening_hours'>

/** A spot of which nobody knows anything. */
export const UNKNOWN: KnownFacts = { surface: null, roof: null, light_at_night: null, opening_hours: null }

/** What follows for rain and dark. */
export type SpotFacts = { drying: Drying; is_covered: boolean; night_light: NightLight }

const toNightLight = (light: KnownFacts['light_at_night']): NightLight => {
  if (light === null) return 'unknown'
  return light === 'none' ? 'dark' : 'lit'
}

/** What the known facts of a spot mean for rain and dark. Without any: usual ground, no roof, and unknown light. */
export const toGroundFacts = ({
  surface,
  roof,
  light_at_night,
}: Omit<KnownFacts, 'opening_hours'>): SpotFacts => ({
  drying: surface ? DRYING_OF[surface] : 'normal',
  is_covered: roof === 'full',
  night_light: toNightLight(light_at_night),
})
