/** Types of content and accounts that a case can be about. */
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
  'meetup',
] as const

/** The type of a case's subject. */
export type CaseKind = (typeof CASE_KINDS)[number]

/** Lists of cases; `appealed` contains cases with an unanswered appeal. */
export const CASE_LISTS = ['open', 'appealed', 'closed'] as const

/** A list of cases. */
export type CaseList = (typeof CASE_LISTS)[number]

/**
 * Decisions available to a moderator. `hide` can be undone; `remove` deletes the content (a spot can be restored for a
 * while); `warn` and `suspend` apply to the author.
 */
export const DECISIONS = ['keep', 'hide', 'remove', 'warn', 'suspend'] as const

/**
 * All decisions, including those that stewards make in their areas: setting a spot's status, or deciding about its
 * facts.
 */
export const DECISION_ACTIONS = [...DECISIONS, 'settle', 'facts'] as const

/** A decision; one of the {@link DECISION_ACTIONS}. */
export type DecisionAction = (typeof DECISION_ACTIONS)[number]

/** A moderator's decision about a case. */
export type CaseDecision = (typeof DECISIONS)[number]

/** Decisions available to a steward for a reported spot in their area. Only moderators decide about people. */
export const STEWARD_DECISIONS = ['keep', 'remove'] as const satisfies readonly CaseDecision[]

/** Actions recorded in the audit log: by moderators, by stewards, and about stewards. */
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
  'imported_area',
  'cancelled_import',
  'retried_import',
  'undid_import',
] as const

/** An action recorded in the audit log. */
export type AuditAct = (typeof AUDIT_ACTS)[number]

/** Whether to hide a spot's name and description along with the post that created it. */
export const SPOT_TEXTS = ['hide', 'keep'] as const

/** Whether to hide a spot's name and description along with the post that created it. */
export type SpotTexts = (typeof SPOT_TEXTS)[number]

const HIDDEN: ReadonlySet<CaseKind> = new Set(['post', 'comment', 'discussion', 'list', 'crew'])
// A person can only be warned or suspended, and only a crew's name is moderated.
const STAYING: ReadonlySet<CaseKind> = new Set(['user', 'crew'])

/**
 * Returns the decisions available for a subject type. A person can't be hidden or removed; spots and messages can't be
 * hidden; hiding a crew hides only its name.
 */
export function decisionsFor(kind: CaseKind): readonly CaseDecision[] {
  return DECISIONS.filter((action) =>
    action === 'hide' ? HIDDEN.has(kind) : action === 'remove' ? !STAYING.has(kind) : true,
  )
}
