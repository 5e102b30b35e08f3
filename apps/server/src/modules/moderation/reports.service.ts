import type { ErrorCode, ReportType } from '@nollie/contract'
import { mayReport } from '@nollie/contract/rights'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { openCase, type ReportRow, upsertReport } from './reports.queries.ts'
import { findSubject, type Kind, type Subject } from './reported-subjects.queries.ts'

/** A report as sent by a member. */
export type NewReport = {
  report_type: ReportType
  description: string | null
  reported_spot_id?: string | undefined
  reported_post_id?: string | undefined
  reported_comment_id?: string | undefined
  reported_user_id?: string | undefined
  reported_message_id?: string | undefined
  reported_discussion_id?: string | undefined
  reported_list_id?: string | undefined
  reported_bulletin_id?: string | undefined
  reported_crew_id?: string | undefined
  reported_meetup_id?: string | undefined
}

const MISSING = {
  spot: 'SPOT_NOT_FOUND',
  post: 'POST_NOT_FOUND',
  comment: 'COMMENT_NOT_FOUND',
  user: 'PERSON_NOT_FOUND',
  message: 'MESSAGE_NOT_FOUND',
  discussion: 'DISCUSSION_NOT_FOUND',
  list: 'LIST_NOT_FOUND',
  bulletin: 'BULLETIN_NOT_FOUND',
  crew: 'CREW_NOT_FOUND',
  meetup: 'MEETUP_NOT_FOUND',
} as const satisfies Record<Kind, ErrorCode>

/** @throws Refusal NOTHING_REPORTED unless exactly one id is given */
function requireSubject(report: NewReport): Subject {
  const named = [
    { kind: 'spot', id: report.reported_spot_id },
    { kind: 'post', id: report.reported_post_id },
    { kind: 'comment', id: report.reported_comment_id },
    { kind: 'user', id: report.reported_user_id },
    { kind: 'message', id: report.reported_message_id },
    { kind: 'discussion', id: report.reported_discussion_id },
    { kind: 'list', id: report.reported_list_id },
    { kind: 'bulletin', id: report.reported_bulletin_id },
    { kind: 'crew', id: report.reported_crew_id },
    { kind: 'meetup', id: report.reported_meetup_id },
  ].filter((subject): subject is Subject => subject.id !== undefined)
  const [subject] = named
  if (!subject || named.length > 1) throw new Refusal('NOTHING_REPORTED')
  return subject
}

/** A report, for its reporter. `repeated` is true if it replaced their earlier report. */
export type Report = ReportRow & {
  repeated: boolean
  reporter_id: string
  reported_spot_id: string | null
  reported_post_id: string | null
  reported_comment_id: string | null
  reported_user_id: string | null
  reported_message_id: string | null
  reported_discussion_id: string | null
  reported_list_id: string | null
  reported_bulletin_id: string | null
  reported_crew_id: string | null
  reported_meetup_id: string | null
}

/**
 * Reports a subject to the moderators. All open reports about a subject form one case. A person has one report per
 * case, and reporting again replaces it. The owner never learns who reported.
 * @throws Refusal NOTHING_REPORTED, `OWN_THING`, and *_NOT_FOUND for subjects the reporter can't see
 */
export function report(db: Db, reporter_id: string, sent: NewReport): Promise<Report> {
  const subject = requireSubject(sent)
  const { report_type, description } = sent
  return db.transaction().execute(async (tx) => {
    const current = await findSubject(tx, subject, reporter_id)
    if (!current) throw new Refusal(MISSING[subject.kind])
    if (!mayReport(reporter_id, current.owner_id)) throw new Refusal('OWN_THING')
    const case_id = await openCase(tx, subject, current, uuid()).catch((error: unknown) => {
      // The subject was deleted after it was found.
      throw (error as { code?: string }).code === '23503' ? new Refusal(MISSING[subject.kind]) : error
    })
    const id = uuid()
    const row = await upsertReport(tx, { id, case_id, reporter_id, report_type, description })
    return {
      ...row,
      repeated: row.id !== id,
      reporter_id,
      reported_spot_id: sent.reported_spot_id ?? null,
      reported_post_id: sent.reported_post_id ?? null,
      reported_comment_id: sent.reported_comment_id ?? null,
      reported_user_id: sent.reported_user_id ?? null,
      reported_message_id: sent.reported_message_id ?? null,
      reported_discussion_id: sent.reported_discussion_id ?? null,
      reported_list_id: sent.reported_list_id ?? null,
      reported_bulletin_id: sent.reported_bulletin_id ?? null,
      reported_crew_id: sent.reported_crew_id ?? null,
      reported_meetup_id: sent.reported_meetup_id ?? null,
    }
  })
}
