/** The kinds of subjects of a case. */
export const CASE_KINDS = [
  'spot',
  'post',
  'comment',
  'user',
  'message',
  'discussion',
  'list',
  'bulletin',
  'crew',
] as const

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

/**
 * What is decided: by moderators; and by stewards in their areas, who settle how a spot stands, or decide about what is known
 * of how it skates.
 */
export const DECISION_ACTIONS = [...DECISIONS, 'settle', 'facts'] as const

/** What is decided, see {@link DECISION_ACTIONS}. */
export type DecisionAction = (typeof DECISION_ACTIONS)[number]

/** What a moderator can decide about a case. */
export type CaseDecision = (typeof DECISIONS)[number]

/** What a steward can decide about a report of a spot in their area; what is about people is left to moderators. */
export const STEWARD_DECISIONS = ['keep', 'remove'] as const satisfies readonly CaseDecision[]

/** The acts in the audit log: of moderators, of stewards, and about stewards. */
export const AUDIT_ACTS = [
  'decided',
  'deleted',
  'restored',
  'suspended',
  'let_in',
  'upheld',
  'reversed',
  'merged',
  'unmerged',
  'named_steward',
  'ended_steward',
  'set_area',
  'removed_area',
  'pinned',
  'unpinned',
  'applied_facts',
  'ended_settlement',
] as const

/** An act in the audit log. */
export type AuditAct = (typeof AUDIT_ACTS)[number]

/** Whether name and description of a spot are hidden with the post that made it. */
export const SPOT_TEXTS = ['hide', 'keep'] as const

/** Whether name and description of a spot are hidden with the post that made it. */
export type SpotTexts = (typeof SPOT_TEXTS)[number]

const HIDDEN: ReadonlySet<CaseKind> = new Set(['post', 'comment', 'discussion', 'list', 'crew'])
// A person has an account, and of a crew only the name is looked at.
const STAYING: ReadonlySet<CaseKind> = new Set(['user', 'crew'])

/**
 * The decisions that a kind of subject allows: a person can be neither hidden nor removed, a spot and a message cannot
 * be hidden, and of a crew its name is.
 */
export const decisionsFor = (kind: CaseKind): readonly CaseDecision[] =>
  DECISIONS.filter((action) =>
    action === 'hide' ? HIDDEN.has(kind) : action === 'remove' ? !STAYING.has(kind) : true,
  )
