/** How a session ended. */
export const BUST_OUTCOMES = ['peace', 'kicked_out'] as const
/** @see BUST_OUTCOMES */
export type BustOutcome = (typeof BUST_OUTCOMES)[number]

/** Who kicked people out. */
export const BUSTED_BY = ['guard', 'police', 'neighbour', 'other'] as const
/** @see BUSTED_BY */
export type BustedBy = (typeof BUSTED_BY)[number]

/** How they were kicked out: asked to leave, or fined. */
export const BUSTED_HOW = ['asked', 'ticket'] as const
/** @see BUSTED_HOW */
export type BustedHow = (typeof BUSTED_HOW)[number]

/** Up to this chance (percent), an hour counts as quiet. */
export const QUIET_UP_TO = 20
/** From this chance (percent), getting kicked out is likely, so the hour is not skateable. */
export const BUSY_FROM = 50
/** From this certainty (percent), a chance says more than the default for the type of spot. */
export const CERTAIN_FROM = 25
/** Maximum age of a reported session, in days. */
export const BUST_DAYS = 30
