/** One member's vote about a suggestion. */
export type Voice = {
  agrees: boolean
  /** The right by which they decide alone; `author` is a person undoing their own change. */
  right: 'moderator' | 'steward' | 'creator' | 'author' | null
  /** Whether the account is old enough to vote; rights have no minimum age. */
  counts: boolean
}

const MEMBERS = 2
const MEMBERS_IN_DISPUTE = 3

/** How many votes apply a suggestion if none has a right; one more while its fields are disputed. */
export const voicesNeeded = (isDisputed: boolean): number => (isDisputed ? MEMBERS_IN_DISPUTE : MEMBERS)

const alone = (voices: readonly Voice[], isDisputed: boolean): number => {
  if (voices.some(({ right }) => right === 'moderator' || right === 'steward')) return 1
  const hasRight = voices.some(({ right }) => right !== null)
  return hasRight ? voicesNeeded(isDisputed) - 1 : voicesNeeded(isDisputed)
}

/**
 * The outcome of a suggestion: a moderator decides immediately, and so does a steward unless a moderator disagrees, the
 * creator alone unless its fields are disputed, members together. Against it, the creator has one vote like any other:
 * they can't suppress an agreement.
 */
export const decideSuggestion = (
  voices: readonly Voice[],
  isDisputed: boolean,
): 'apply' | 'decline' | null => {
  const counted = voices.filter(({ counts, right }) => counts || right !== null)
  const agreeing = counted.filter(({ agrees }) => agrees)
  const against = counted.filter(({ agrees }) => !agrees)
  if (against.some(({ right }) => right === 'moderator')) return 'decline'
  const isModerated = agreeing.some(({ right }) => right === 'moderator')
  if (!isModerated && against.some(({ right }) => right === 'steward')) return 'decline'
  if (agreeing.length > 0 && agreeing.length >= alone(agreeing, isDisputed)) return 'apply'
  return against.length >= MEMBERS ? 'decline' : null
}
