/** What a case can be about. */
export const CASE_KINDS = ['spot', 'post', 'comment', 'user', 'message', 'discussion'] as const

/** What a case can be about. */
export type CaseKind = (typeof CASE_KINDS)[number]

/** The lists of cases; `appealed` are those whose decision somebody has to look at again. */
export const CASE_LISTS = ['open', 'appealed', 'closed'] as const

/** The lists of cases. */
export type CaseList = (typeof CASE_LISTS)[number]

/**
 * What a moderator may decide. `hide` hides the content and can be undone; `remove` deletes it, a spot so that it can
 * be restored for a while; `warn` and `suspend` are about its author.
 */
export const DECISIONS = ['keep', 'hide', 'remove', 'warn', 'suspend'] as const

/** What a moderator may decide. */
export type DecisionAction = (typeof DECISIONS)[number]

/** What becomes of the name and description of a spot when the post that made it is hidden. */
export const SPOT_TEXTS = ['hide', 'keep'] as const

/** What becomes of the name and description of a spot when the post that made it is hidden. */
export type SpotTexts = (typeof SPOT_TEXTS)[number]

const HIDDEN: ReadonlySet<CaseKind> = new Set(['post', 'comment', 'discussion'])

/**
 * Which decisions a subject of a kind allows: a person is neither hidden nor removed, a spot and a message are not
 * hidden.
 */
export const decisionsFor = (kind: CaseKind): readonly DecisionAction[] =>
  DECISIONS.filter((action) =>
    action === 'hide' ? HIDDEN.has(kind) : action === 'remove' ? kind !== 'user' : true,
  )
