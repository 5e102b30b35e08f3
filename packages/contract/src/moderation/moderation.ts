import { z } from 'zod'
import { Email, Token } from '../accounts/index.ts'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Media } from '../media/index.ts'
import { Cursor, Id, Moment, Person } from '../shapes.ts'
import { Filled, Line, Text } from '../texts.ts'
import { PersonParams } from '../people/index.ts'
import {
  AUDIT_ACTS,
  CASE_KINDS,
  CASE_LISTS,
  DECISION_ACTIONS,
  DECISIONS,
  SPOT_TEXTS,
} from './moderation-types.ts'
import { REPORT_TYPES } from './report-types.ts'

const Reason = Text(LIMITS.reason_max).pipe(Filled)

/** All reports about one subject until a moderator decides. */
export const CaseSummary = z
  .object({
    id: Id,
    kind: z.enum(CASE_KINDS),
    status: z.enum(['open', 'closed']),
    /** The subject's text when it was first reported. */
    words: z.string(),
    /** The subject's owner; null if it has none, or if the account was deleted. */
    owner: Person.nullable(),
    reports_count: z.number().int(),
    /** Report types in this case, most frequent first. */
    report_types: z.array(z.enum(REPORT_TYPES)),
    created_at: Moment,
  })
  .meta({ id: 'CaseSummary' })

/** All reports about one subject until a moderator decides. */
export type CaseSummary = z.output<typeof CaseSummary>

/** An appeal against a decision, and its outcome. */
export const Appeal = z.object({
  words: z.string(),
  created_at: Moment,
  /** Null until a moderator responds. */
  outcome: z.enum(['upheld', 'reversed']).nullable(),
  answer: z.string().nullable(),
})

const Decision = z.object({
  id: Id,
  action: z.enum(DECISION_ACTIONS),
  reason: z.string(),
  /** Whether a steward made the decision, rather than a moderator. */
  as_steward: z.boolean(),
  /** The person who decided; null for deleted accounts. */
  admin: Person.nullable(),
  created_at: Moment,
  /** The author's appeal; there can be only one. */
  appeal: Appeal.nullable(),
})

/** A case with everything that a moderator needs to decide it. */
export const ModerationCase = CaseSummary.extend({
  /** The subject's id; null if the subject was deleted. */
  thing_id: Id.nullable(),
  /** The page that shows the subject (for a comment, its post or discussion); null if the page is hidden. */
  post_id: Id.nullable(),
  spot_id: Id.nullable(),
  discussion_id: Id.nullable(),
  list_id: Id.nullable(),
  /** The bulletin's area; null for other subjects. */
  area_id: Id.nullable(),
  /** The name and description of the spot created by the post; null for other subjects. */
  made_spot: z.object({ name: z.string(), description: z.string().nullable() }).nullable(),
  /** The subject's current text; null if it was deleted. */
  words_now: z.string().nullable(),
  /** The media item that the comment is on; null for other subjects. */
  media_index: z.number().int().nullable(),
  /** The post's photos and videos, the item that the comment is on, or the spot's cover. */
  media: z.array(Media),
  /**
   * What a comment responds to, outermost first: its post or discussion, then its parent comment. Empty for a message,
   * because the rest of the conversation is private.
   */
  context: z.array(z.object({ author: Person.nullable(), words: z.string() })),
  /** The owner's record as a member. */
  owner_record: z
    .object({
      member_since: Moment,
      is_suspended: z.boolean(),
      is_admin: z.boolean(),
      /** Earlier decisions about the owner, not counting reversed ones and `keep`. */
      decisions_count: z.number().int(),
    })
    .nullable(),
  reports: z.array(
    z.object({
      id: Id,
      report_type: z.enum(REPORT_TYPES),
      description: z.string().nullable(),
      /** Null for deleted accounts and for reporters without an account. */
      reporter: Person.nullable(),
      /** The reporter's name if they have no account. */
      notice_name: z.string().nullable(),
      created_at: Moment,
    }),
  ),
  decision: Decision.nullable(),
}).meta({ id: 'ModerationCase' })

/** A case with everything that a moderator needs to decide it. */
export type ModerationCase = z.output<typeof ModerationCase>

const AuditEntry = z.object({
  id: z.number().int(),
  admin: Person.nullable(),
  /**
   * `deleted`: an admin deleted someone else's content outside a case. `restored`: a deleted spot was restored; the
   * reason is its name. `merged`, `unmerged`: the reason contains both spots' names.
   */
  act: z.enum(AUDIT_ACTS),
  case_id: Id.nullable(),
  /** The type of the case's subject; null if there is no case. */
  kind: z.enum(CASE_KINDS).nullable(),
  person: Person.nullable(),
  /** The decision; null for other actions. */
  action: z.enum(DECISION_ACTIONS).nullable(),
  reason: z.string(),
  created_at: Moment,
})

/** An entry in the audit log. */
export type AuditEntry = z.output<typeof AuditEntry>

const Member = Person.extend({ is_admin: z.boolean(), is_suspended: z.boolean(), created_at: Moment })

/** A member in a moderator's search results. */
export type ModeratedPerson = z.output<typeof Member>

const CaseParams = z.object({ case_id: Id })
/** A deleted spot that can still be restored. */
export const DeletedSpot = z
  .object({
    id: Id,
    name: z.string(),
    city: z.string().nullable(),
    /** Null for deleted accounts. */
    deleted_by: Person.nullable(),
    deleted_at: Moment,
    posts_count: z.number().int(),
  })
  .meta({ id: 'DeletedSpot' })

/** A deleted spot that can still be restored. */
export type DeletedSpot = z.output<typeof DeletedSpot>

const Notice = z
  .object({
    /** The URL of the page that shows the subject. */
    address: Line(LIMITS.photo_url_max).pipe(z.url({ protocol: /^https?$/ })),
    report_type: z.enum(REPORT_TYPES),
    description: Text(LIMITS.report_max).pipe(Filled),
    name: Line(LIMITS.full_name_max).pipe(Filled),
    email: Email,
  })
  .meta({ id: 'Notice' })

/** Cases, decisions, appeals, notices, and the audit log. */
export const moderationEndpoints = {
  listCases: endpoint('GET /api/moderation/cases', {
    summary:
      'List open, appealed, or closed cases, in pages. Open and appealed cases start with the longest wait, closed cases with the newest.',
    policy: 'admin',
    rate: 'read',
    query: z.object({
      status: z.enum(CASE_LISTS).default('open'),
      /** Limits the list to cases about this person's content. */
      owner_id: Id.optional(),
      cursor: Cursor.optional(),
    }),
    answer: z.object({ items: z.array(CaseSummary), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  getCase: endpoint('GET /api/moderation/cases/:case_id', {
    summary: 'Get a case with everything needed to decide it',
    policy: 'admin',
    rate: 'read',
    params: CaseParams,
    answer: ModerationCase,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  decideCase: endpoint('POST /api/moderation/cases/:case_id/decision', {
    summary:
      'Decide an open case with all of its reports. This is possible only once. The reporters are notified with the reason, and so is the owner, unless the decision is `keep`. Returns the case.',
    policy: 'admin',
    rate: 'write',
    params: CaseParams,
    body: z.object({
      action: z.enum(DECISIONS),
      reason: Reason,
      /**
       * Whether to hide the spot's name and description too. Only for `hide` if `made_spot` is set, since the post's
       * author also wrote them.
       */
      spot_texts: z.enum(SPOT_TEXTS).default('hide'),
    }),
    answer: ModerationCase,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'GONE'],
  }),
  answerAppeal: endpoint('POST /api/moderation/cases/:case_id/appeal', {
    summary:
      'Answer an appeal by upholding or reversing the decision. This is possible only once. A reversed decision is undone as far as possible. The person who appealed gets the answer by email. Returns the case.',
    policy: 'admin',
    rate: 'write',
    params: CaseParams,
    body: z.object({ outcome: z.enum(['upheld', 'reversed']), answer: Reason }),
    answer: ModerationCase,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'GONE', 'TOO_MANY_OBSTACLES'],
  }),
  lookAtDecision: endpoint('POST /api/appeals/decision', {
    summary:
      'Get the decision that an emailed link refers to. The person it concerns doesn’t have to be signed in.',
    policy: 'anyone',
    rate: 'appeal',
    body: z.object({ token: Token }),
    status: 200,
    answer: z.object({
      kind: z.enum(CASE_KINDS),
      words: z.string(),
      action: z.enum(DECISION_ACTIONS),
      reason: z.string(),
      /** False for content that a moderator deleted outside a case, unless someone reported it too. */
      was_reported: z.boolean(),
      decided_at: Moment,
      appeal: Appeal.nullable(),
    }),
    errors: ['BAD_TOKEN'],
  }),
  appeal: endpoint('POST /api/appeals', {
    summary: 'Appeal a decision with the token from the emailed link. Each decision can be appealed once.',
    policy: 'anyone',
    rate: 'appeal',
    body: z.object({ token: Token, words: Reason }),
    errors: ['BAD_TOKEN', 'CONFLICT'],
  }),
  sendNotice: endpoint('POST /api/notices', {
    summary:
      'Report content without an account, by the address of its page. A second notice about the same content from the same email address changes nothing. The decision is sent by email.',
    policy: 'anyone',
    rate: 'appeal',
    body: Notice,
    status: 202,
    errors: ['NOTHING_REPORTED'],
  }),
  listDeletedSpots: endpoint('GET /api/moderation/deleted-spots', {
    summary: 'List deleted spots that can still be restored, most recently deleted first, in pages',
    policy: 'admin',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(DeletedSpot), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
  suspendPerson: endpoint('PUT /api/moderation/people/:user_id/suspension', {
    summary: 'Suspend a member, with a reason. Repeating the call changes nothing.',
    policy: 'admin',
    rate: 'write',
    params: PersonParams,
    body: z.object({ reason: Reason }),
    errors: ['PERSON_NOT_FOUND', 'NOT_ALLOWED'],
  }),
  unsuspend: endpoint('DELETE /api/moderation/people/:user_id/suspension', {
    summary: 'End a member’s suspension',
    policy: 'admin',
    rate: 'write',
    params: PersonParams,
    errors: ['PERSON_NOT_FOUND', 'NOT_ALLOWED'],
  }),
  becomeFirstAdmin: endpoint('POST /api/moderation/first-admin', {
    summary:
      'Make the viewer the server’s first admin, with the token that the server prints when it starts. Works only until there is an admin. Repeating the call changes nothing.',
    policy: 'member',
    rate: 'write',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
  findMembers: endpoint('GET /api/moderation/people', {
    summary: 'Find members by name, including suspended members. Returns the best matches.',
    policy: 'admin',
    rate: 'read',
    query: z.object({ q: Text(LIMITS.search_max).pipe(Filled) }),
    answer: z.object({ items: z.array(Member) }),
  }),
  listAudit: endpoint('GET /api/moderation/audit', {
    summary: 'List the audit log, newest entries first, in pages. No one can change the log.',
    policy: 'admin',
    rate: 'read',
    query: z.object({ cursor: Cursor.optional() }),
    answer: z.object({ items: z.array(AuditEntry), next_cursor: Cursor.nullable() }),
    errors: ['BAD_CURSOR'],
  }),
}
