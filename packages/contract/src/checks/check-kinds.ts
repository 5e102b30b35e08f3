/** A spot's status. `unverified`: imported, and not checked by anyone yet. */
export const SPOT_STATES = [
  'open',
  'skatestopped',
  'under_construction',
  'closed',
  'gone',
  'unverified',
] as const

/** A spot's status. */
export type SpotState = (typeof SPOT_STATES)[number]

/** What a person reported seeing at a spot. */
export const CHECK_ANSWERS = ['open', 'skatestopped', 'under_construction', 'closed', 'gone'] as const

/** What a person reported seeing at a spot. */
export type CheckAnswer = (typeof CHECK_ANSWERS)[number]

/** How far away the reporter was: within a third of `LIMITS.check_metres`, within all of it, or farther. */
export const CHECK_DISTANCES = ['at', 'near', 'away'] as const

/** How far away the reporter was. */
export type CheckDistance = (typeof CHECK_DISTANCES)[number]

/** Map filters based on status reports, in addition to the status filters. */
export const SPOT_CONDITION_FILTERS = ['confirmed', 'doubtful', 'stopped'] as const

/** A map filter based on status reports. */
export type SpotConditionFilter = (typeof SPOT_CONDITION_FILTERS)[number]

/** Classifies a distance; both arguments are in meters. See {@link CHECK_DISTANCES}. */
export function distanceClass(metres: number, reach: number): CheckDistance {
  return metres <= reach / 3 ? 'at' : metres <= reach ? 'near' : 'away'
}

/** Returns whether a status report requires an end date (`needed`), allows one, or has none. */
export function getUntilRule(answer: CheckAnswer): 'needed' | 'optional' | 'none' {
  return answer === 'closed' ? 'needed' : answer === 'under_construction' ? 'optional' : 'none'
}
