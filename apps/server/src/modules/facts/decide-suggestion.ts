/** A member's vote on a suggestion. */
export type Voice = {
  agrees: boolean
  /** The role that lets them decide alone. `author` means a person who undoes their own change. */
  right: 'moderator' | 'steward' | 'creator' | 'author' | null
  /** Whether the account is old enough to vote. People with a role need no minimum age. */
  counts: boolean
}

const MEMBERS = 2
const MEMBERS_IN_DISPUTE = 3

/** Returns how many votes a suggestion needs if no voter has a role; one more if its fields are disputed. */
export function countVoicesNeeded(isDisputed: boolean): number {
  return isDisputed ? MEMBERS_IN_DISPUTE : MEMBERS
}

function alone(voices: readonly Voice[], isDisputed: boolean): number {
  if (voices.some(({ right }) => right === 'moderator' || right === 'steward')) return 1
  const hasRight = voices.some(({ right }) => right !== null)
  return hasRight ? countVoicesNeeded(isDisputed) - 1 : countVoicesNeeded(isDisputed)
}

/**
 * Decides the outcome of a suggestion; null if it's still open. Moderators decide alone, and so do stewards unless a
 * moderator disagrees. Creators can approve alone unless the fields are disputed. Other members decide together.
 * Against a suggestion, a creator has only one vote, so they can't block an agreement.
 */
export function decideSuggestion(voices: readonly Voice[], isDisputed: boolean): 'apply' | 'decline' | null {
  const counted = voices.filter(({ counts, right }) => counts || right !== null)
  const agreeing = counted.filter(({ agrees }) => agrees)
  const against = counted.filter(({ agrees }) => !agrees)
  if (against.some(({ right }) => right === 'moderator')) return 'decline'
  const isModerated = agreeing.some(({ right }) => right === 'moderator')
  if (!isModerated && against.some(({ right }) => right === 'steward')) return 'decline'
  if (agreeing.length > 0 && agreeing.length >= alone(agreeing, isDisputed)) return 'apply'
  return against.length >= MEMBERS ? 'decline' : null
}
