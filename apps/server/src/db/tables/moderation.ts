import type { AuditAct, DecisionAction, ReportType } from '@nollie/contract'
import type { Generated } from 'kysely'
import type { TimeNow, TimeOrNull } from '../columns.ts'

/** All reports about one subject. */
type ReportCases = {
  id: string
  kind:
    | 'spot'
    | 'post'
    | 'comment'
    | 'user'
    | 'message'
    | 'discussion'
    | 'list'
    | 'bulletin'
    | 'crew'
    | 'meetup'
  spot_id: string | null
  post_id: string | null
  comment_id: string | null
  message_id: string | null
  discussion_id: string | null
  list_id: string | null
  crew_id: string | null
  bulletin_id: string | null
  meetup_id: string | null
  reported_id: string | null
  owner_id: string | null
  words: string
  status: Generated<'open' | 'closed'>
  reports_count: Generated<number>
  created_at: TimeNow
}

/** One person's report. */
type Reports = {
  id: string
  case_id: string
  reporter_id: string | null
  notice_name: string | null
  notice_email: string | null
  report_type: ReportType
  description: string | null
  created_at: TimeNow
}

/** A decision about a case. */
type ModerationDecisions = {
  id: string
  case_id: string
  admin_id: string | null
  action: DecisionAction
  reason: string
  took_effect: Generated<boolean>
  as_steward: Generated<boolean>
  change_id: string | null
  created_at: TimeNow
}

/** The author's appeal against a decision. */
type Appeals = {
  decision_id: string
  words: string
  created_at: TimeNow
  outcome: 'upheld' | 'reversed' | null
  answer: string | null
  admin_id: string | null
  answered_at: TimeOrNull
}

/** The audit log. */
type ModerationLog = {
  id: Generated<number>
  admin_id: string | null
  act: AuditAct
  case_id: string | null
  user_id: string | null
  action: DecisionAction | null
  reason: string
  created_at: TimeNow
}

/** The moderation tables and their columns. */
export type ModerationTables = {
  report_cases: ReportCases
  reports: Reports
  moderation_decisions: ModerationDecisions
  appeals: Appeals
  moderation_log: ModerationLog
}
