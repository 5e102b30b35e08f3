/**
 * Seeds of sequences that found a violation, which both forms run first: a notification about a reply to a suspended
 * person, and a count from which a person was subtracted twice because the two blocked each other.
 */
export const FOUND: readonly number[] = [20261132, 30000197]
