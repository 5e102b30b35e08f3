/** How a spot stands. `unverified`: imported, and nobody has checked it. */
export const SPOT_STATES = [
  'open',
  'skatestopped',
  'under_construction',
  'closed',
  'gone',
  'unverified',
] as const

/** How a spot stands. */
export type SpotState = (typeof SPOT_STATES)[number]

/** What somebody says that they saw at a spot. */
export const CHECK_ANSWERS = ['open', 'skatestopped', 'under_construction', 'closed', 'gone'] as const

/** What somebody says that they saw at a spot. */
export type CheckAnswer = (typeof CHECK_ANSWERS)[number]

/** How far away somebody was: within 100 m, within `LIMITS.check_metres`, or farther. */
export const CHECK_DISTANCES = ['at', 'near', 'away'] as const

/** How far away somebody was. */
export type CheckDistance = (typeof CHECK_DISTANCES)[number]

/** Filters of the map by how a spot stands, besides those by status. */
export const STANDING_FILTERS = ['confirmed', 'doubtful', 'stopped'] as const

/** A filter of the map by how a spot stands. */
export type StandingFilter = (typeof STANDING_FILTERS)[number]

/** The class of a distance in metres; see {@link CHECK_DISTANCES}. */
export const distanceClass = (metres: number, reach: number): CheckDistance =>
  metres <= reach / 3 ? 'at' : metres <= reach ? 'near' : 'away'

/** Whether somebody has to say until when; `optional` where they may. */
export const untilOf = (answer: CheckAnswer): 'needed' | 'optional' | 'none' =>
  answer === 'closed' ? 'needed' : answer === 'under_construction' ? 'optional' : 'none'
