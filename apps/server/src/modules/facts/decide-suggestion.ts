/** What one member says of a suggestion. */
export type Voice = {
  agrees: boolean
  /** By which right they decide alone; `author` is whoever undoes their own change. */
  right: 'moderator' | 'steward' | 'creator' | 'author' | null
  /** Whether the account is old enough to be a voice; rights are never too young. */
  counts: boolean
}

const MEMBERS = 2
const MEMBERS_IN_DISPUTE = 3

/** How many voices apply a suggestion if none of them has a right; one more while its fields are disputed. */
export const voicesNeeded = (isDisputed: boolean): number => (isDisputed ? MEMBERS_IN_DISPUTE : MEMBERS)

const alone = (voices: readonly Voice[], isDisputed: boolean): number => {
  if (voices.some(({ right }) => right === 'moderator' || right === 'steward')) return 1
  const hasRight = voices.some(({ right }) => right !== null)
  return hasRight ? voicesNeeded(isDisputed) - 1 : voicesNeeded(isDisputed)
}

/**
 * What becomes of a suggestion: a moderator decides at once, and so does a steward unless a moderator says otherwise, the creator alone unless its fields are disputed, members
 * together. Against it the creator is one voice of many: they cannot hide what others agree on.
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
