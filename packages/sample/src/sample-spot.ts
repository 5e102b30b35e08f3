import type { DifficultyLevel, SpotType } from '@nollie/contract'
import type { Ground } from './drawings/scenes.ts'

/** A spot of the sample: facts about it, and a description of ours. */
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

/** One spot, in the order its facts are listed in. */
export const spot = (
  name: string,
  position: SampleSpot['position'],
  [city, country]: readonly [string, string],
  types: SampleSpot['types'],
  level: DifficultyLevel,
  ground: Ground,
  description: string,
): SampleSpot => ({ name, position, city, country, types, level, ground, description })
