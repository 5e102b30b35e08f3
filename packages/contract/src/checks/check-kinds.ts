/** The status of a spot. `unverified`: imported, and not checked by anyone yet. */
export const SPOT_STATES = [
  'open',
  'skatestopped',
  'under_construction',
  'closed',
  'gone',
  'unverified',
] as const

/** The status of a spot. */
export type SpotState = (typeof SPOT_STATES)[number]

/** What a person reports seeing at a spot. */
export const CHECK_ANSWERS = ['open', 'skatestopped', 'under_construction', 'closed', 'gone'] as const

/** What a person reports seeing at a spot. */
export type CheckAnswer = (typeof CHECK_ANSWERS)[number]

/** How far away the person was: within 100 m, within `LIMITS.check_metres`, or farther. */
export const CHECK_DISTANCES = ['at', 'near', 'away'] as const

/** How far away the person was. */
export type CheckDistance = (typeof CHECK_DISTANCES)[number]

/** Map filters by the outcome of status reports, in addition to those by status. */
export const STANDING_FILTERS = ['confirmed', 'doubtful', 'stopped'] as const

/** A map filter by the outcome of status reports. */
export type StandingFilter = (typeof STANDING_FILTERS)[number]

/** Classifies a distance in meters; see {@link CHECK_DISTANCES}. */
export const distanceClass = (metres: number, reach: number): CheckDistance =>
  metres <= reach / 3 ? 'at' : metres <= reach ? 'near' : 'away'

/** Whether an end date is required; `optional` if it can be omitted. */
export const getUntilRule = (answer: CheckAnswer): 'needed' | 'optional' | 'none' =>
  answer === 'closed' ? 'needed' : answer === 'under_construction' ? 'optional' : 'none'
