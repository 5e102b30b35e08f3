/**
 * Seeds of sequences that found a violation, each run first by both forms: a notification of a reply to somebody suspended,
 * and a count from which a person was taken twice because the two blocked each other.
 */
export const FOUND: readonly number[] = [20261132, 30000197]
