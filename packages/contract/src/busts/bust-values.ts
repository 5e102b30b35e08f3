/** How a session at a spot ended. */
export const BUST_OUTCOMES = ['peace', 'kicked_out'] as const
/** How a session at a spot ended. */
export type BustOutcome = (typeof BUST_OUTCOMES)[number]

/** Who kicked people out. */
export const BUSTED_BY = ['guard', 'police', 'neighbour', 'other'] as const
/** Who kicked people out. */
export type BustedBy = (typeof BUSTED_BY)[number]

/** How people were kicked out: asked to leave, or fined. */
export const BUSTED_HOW = ['asked', 'ticket'] as const
/** How people were kicked out: asked to leave, or fined. */
export type BustedHow = (typeof BUSTED_HOW)[number]

/** Maximum chance of getting kicked out, in percent, for an hour to count as quiet. */
export const QUIET_UP_TO = 20
/** Chance of getting kicked out, in percent, at or above which an hour doesn't count as skateable. */
export const BUSY_FROM = 50
/** Certainty, in percent, at or above which an estimate is more reliable than the spot type's default. */
export const CERTAIN_FROM = 25
/** Minimum number of reports in the last year for showing the chance of getting kicked out. */
export const ENOUGH_REPORTS = 5
/** Maximum age of a reported session, in days. */
export const BUST_DAYS = 30
