import type { DifficultyLevel, SpotType } from '@nollie/contract'
import type { Ground } from '../art/scenes.ts'

/** A place of the sample: facts about it, and words of ours. */
export type SampleSpot = {
  name: string
  at: readonly [latitude: number, longitude: number]
  city: string
  country: string
  types: readonly [SpotType, ...SpotType[]]
  level: DifficultyLevel
  ground: Ground
  says: string
}

/** One place, in the order its facts are listed in. */
export const spot = (
  name: string,
  at: SampleSpot['at'],
  [city, country]: readonly [string, string],
  types: SampleSpot['types'],
  level: DifficultyLevel,
  ground: Ground,
  says: string,
): SampleSpot => ({ name, at, city, country, types, level, ground, says })
