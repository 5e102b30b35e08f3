import type { DifficultyLevel, SpotType } from '@nollie/contract'
import type { Ground } from './drawings/scenes.ts'

/** A sample spot: facts about a real place, with a description we wrote. */
export type SampleSpot = {
  name: string
  position: readonly [latitude: number, longitude: number]
  city: string
  country: string
  types: readonly [SpotType, ...SpotType[]]
  level: DifficultyLevel
  ground: Ground
  description: string
}

/** Creates a sample spot from positional arguments. */
export function spot(
  name: string,
  position: SampleSpot['position'],
  [city, country]: readonly [string, string],
  types: SampleSpot['types'],
  level: DifficultyLevel,
  ground: Ground,
  description: string,
): SampleSpot {
  return { name, position, city, country, types, level, ground, description }
}
