import { STANDING_FILTERS } from '../checks/check-kinds.ts'

/** The 15 types of spot, in the order of the chips; the position + 1 is the number of a type on the wire. */
export const SPOT_TYPES = [
  'street',
  'park',
  'vert',
  'bowl',
  'ledges',
  'rails',
  'stairs',
  'mini-ramp',
  'bank',
  'gap',
  'manual-pad',
  'quarter',
  'plaza',
  'diy',
  'other',
] as const

/** A type of spot. */
export type SpotType = (typeof SPOT_TYPES)[number]

/** The type that a stored or typed value means (old rows and links have `mini_ramp`); null for unknown ones. */
export const toSpotType = (value: string): SpotType | null => {
  const known = value.trim().toLowerCase().replaceAll('_', '-')
  return (SPOT_TYPES as readonly string[]).includes(known) ? (known as SpotType) : null
}

/** How hard a spot is. */
export const DIFFICULTY_LEVELS = ['beginner', 'intermediate', 'advanced'] as const

/**
 * Filters by status: spots that are gone, or all, or those of the spots that are not gone which are confirmed, in doubt, or
 * stopped; without a filter the map shows those that are not gone.
 */
export const STATUS_FILTERS = ['gone', 'all', ...STANDING_FILTERS] as const

/** A filter by status. */
export type StatusFilter = (typeof STATUS_FILTERS)[number]

/** How hard a spot is. */
export type DifficultyLevel = (typeof DIFFICULTY_LEVELS)[number]
