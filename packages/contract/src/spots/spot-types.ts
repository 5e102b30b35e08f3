import { SPOT_CONDITION_FILTERS } from '../checks/check-kinds.ts'

/** The 15 spot types, in the order of the chips. In map responses, a type's number is its index + 1. */
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

/** A spot type. */
export type SpotType = (typeof SPOT_TYPES)[number]

/** Converts a stored or typed value to a spot type (old rows and links have `mini_ramp`); null for unknown values. */
export function toSpotType(value: string): SpotType | null {
  const known = value.trim().toLowerCase().replaceAll('_', '-')
  return (SPOT_TYPES as readonly string[]).includes(known) ? (known as SpotType) : null
}

/** How hard a spot is. */
export const DIFFICULTY_LEVELS = ['beginner', 'intermediate', 'advanced'] as const

/**
 * Status filters: removed spots, all spots, or spots that haven't been removed and are confirmed, unconfirmed, or
 * skatestopped. If there is no filter, the map omits removed spots.
 */
export const STATUS_FILTERS = ['gone', 'all', ...SPOT_CONDITION_FILTERS] as const

/** A status filter. */
export type StatusFilter = (typeof STATUS_FILTERS)[number]

/** How hard a spot is. */
export type DifficultyLevel = (typeof DIFFICULTY_LEVELS)[number]
