/** How a session ended. */
export const BUST_OUTCOMES = ['peace', 'kicked_out'] as const
/** @see BUST_OUTCOMES */
export type BustOutcome = (typeof BUST_OUTCOMES)[number]

/** Who sent people away. */
export const BUSTED_BY = ['guard', 'police', 'neighbour', 'other'] as const
/** @see BUSTED_BY */
export type BustedBy = (typeof BUSTED_BY)[number]

/** How they were sent away: they were asked to go, or somebody had to pay. */
export const BUSTED_HOW = ['asked', 'ticket'] as const
/** @see BUSTED_HOW */
export type BustedHow = (typeof BUSTED_HOW)[number]

/** Up to this chance, in percent, an hour counts as quiet. */
export const QUIET_UP_TO = 20
/** From this chance, in percent, one is likely kicked out: such an hour is not skateable. */
export const BUSY_FROM = 50
/** From this certainty, in percent, a chance is more than the guess by kind. */
export const CERTAIN_FROM = 25
/** A report is of the last so many days. */
export const BUST_DAYS = 30
