/**
 * Seeds of sequences that once found a violation. Both forms run them first. The violations were a notification about a
 * reply to a suspended person, and a count that subtracted a person twice because two people blocked each other.
 */
export const FOUND: readonly number[] = [20261132, 30000197]
