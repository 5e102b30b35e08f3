/** The kinds of subjects of a case. */
export const CASE_KINDS = ['spot', 'post', 'comment', 'user', 'message', 'discussion', 'list'] as const

/** The kind of a case's subject. */
export type CaseKind = (typeof CASE_KINDS)[number]

/** The lists of cases; `appealed` has cases with an unanswered appeal. */
export const CASE_LISTS = ['open', 'appealed', 'closed'] as const

/** A list of cases. */
export type CaseList = (typeof CASE_LISTS)[number]

/**
 * The decisions of a moderator. `hide` hides the content and can be undone; `remove` deletes it, a spot so that it can be
 * restored for a while; `warn` and `suspend` concern its author.
 */
export const DECISIONS = ['keep', 'hide', 'remove', 'warn', 'suspend'] as const

/** A decision of a moderator. */
export type DecisionAction = (typeof DECISIONS)[number]

/** Whether name and description of a spot are hidden with the post that made it. */
export const SPOT_TEXTS = ['hide', 'keep'] as const

/** Whether name and description of a spot are hidden with the post that made it. */
export type SpotTexts = (typeof SPOT_TEXTS)[number]

const HIDDEN: ReadonlySet<CaseKind> = new Set(['post', 'comment', 'discussion', 'list'])

/**
 * The decisions that a kind of subject allows: a person can be neither hidden nor removed, a spot and a message cannot
 * be hidden.
 */
export const decisionsFor = (kind: CaseKind): readonly DecisionAction[] =>
  DECISIONS.filter((action) =>
    action === 'hide' ? HIDDEN.has(kind) : action === 'remove' ? kind !== 'user' : true,
  )
