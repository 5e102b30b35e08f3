/** The types of content and accounts that a case can be about. */
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

/** The type of a case's subject. */
export type CaseKind = (typeof CASE_KINDS)[number]

/** The lists of cases; `appealed` contains cases with an unanswered appeal. */
export const CASE_LISTS = ['open', 'appealed', 'closed'] as const

/** A list of cases. */
export type CaseList = (typeof CASE_LISTS)[number]

/**
 * The decisions of a moderator. `hide` can be undone; `remove` deletes the content (a spot can be restored for a
 * while); `warn` and `suspend` apply to its author.
 */
export const DECISIONS = ['keep', 'hide', 'remove', 'warn', 'suspend'] as const

/**
 * All decisions: by moderators, and by stewards in their areas, who set a spot's status or decide about its
 * facts.
 */
export const DECISION_ACTIONS = [...DECISIONS, 'settle', 'facts'] as const

/** A decision; see {@link DECISION_ACTIONS}. */
export type DecisionAction = (typeof DECISION_ACTIONS)[number]

/** A moderator's decision about a case. */
export type CaseDecision = (typeof DECISIONS)[number]

/** A steward's decision about a report of a spot in their area. Reports about people are for moderators only. */
export const STEWARD_DECISIONS = ['keep', 'remove'] as const satisfies readonly CaseDecision[]

/** The actions in the audit log: by moderators, by stewards, and about stewards. */
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

/** An action in the audit log. */
export type AuditAct = (typeof AUDIT_ACTS)[number]

/** Whether a spot's name and description are hidden together with the post that created it. */
export const SPOT_TEXTS = ['hide', 'keep'] as const

/** Whether a spot's name and description are hidden together with the post that created it. */
export type SpotTexts = (typeof SPOT_TEXTS)[number]

const HIDDEN: ReadonlySet<CaseKind> = new Set(['post', 'comment', 'discussion', 'list', 'crew'])
// A person has an account to act on, and a crew is only moderated for its name.
const STAYING: ReadonlySet<CaseKind> = new Set(['user', 'crew'])

/**
 * The decisions available for a kind of subject. A person can be neither hidden nor removed; spots and messages can't
 * be hidden; for a crew, only its name is hidden.
 */
export const decisionsFor = (kind: CaseKind): readonly CaseDecision[] =>
  DECISIONS.filter((action) =>
    action === 'hide' ? HIDDEN.has(kind) : action === 'remove' ? !STAYING.has(kind) : true,
  )
