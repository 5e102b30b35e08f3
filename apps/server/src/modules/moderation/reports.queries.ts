import type { ReportType } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import type { Kind, Subject, SubjectState } from './reported-subjects.queries.ts'

const COLUMNS = {
  spot: 'spot_id',
  post: 'post_id',
  comment: 'comment_id',
  user: 'reported_id',
  message: 'message_id',
  discussion: 'discussion_id',
  list: 'list_id',
  bulletin: 'bulletin_id',
  crew: 'crew_id',
  meetup: 'meetup_id',
} as const satisfies Record<Kind, string>

/** Finds or opens a case about a subject and locks it until the transaction ends. Returns its id. */
export async function openCase(
  tx: Tx,
  { kind, id }: Subject,
  { owner_id, words }: SubjectState,
  newId: string,
): Promise<string> {
  const { id: case_id } = await tx
    .insertInto('report_cases')
    .values({ id: newId, kind, [COLUMNS[kind]]: id, owner_id, words })
    .onConflict((conflict) =>
      conflict
        .column(COLUMNS[kind])
        .where('status', '=', sql.lit('open'))
        .doUpdateSet((eb) => ({ reports_count: eb.ref('report_cases.reports_count') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return case_id
}

/** A stored report. */
export type ReportRow = {
  id: string
  report_type: ReportType
  description: string | null
  created_at: string
}

/**
 * Adds a notice to a case. The sender's email address isn't verified, so a second notice from the same address doesn't
 * replace the first.
 */
export async function insertNotice(
  tx: Tx,
  notice: {
    id: string
    case_id: string
    report_type: ReportType
    description: string
    notice_name: string
    notice_email: string
  },
): Promise<void> {
  const row = await tx
    .insertInto('reports')
    .values({ ...notice, reporter_id: null })
    .onConflict((conflict) =>
      conflict
        .expression(sql`case_id, lower(notice_email)`)
        .where('notice_email', 'is not', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (row) await countReport(tx, notice.case_id)
}

/** Clears the names and email addresses of notice senders, at least `days` days after the decision. */
export async function forgetNoticeSenders(db: Db, days: number): Promise<void> {
  await db
    .updateTable('reports')
    .set({ notice_name: null, notice_email: null })
    .where('notice_email', 'is not', null)
    .where('case_id', 'in', (eb) =>
      eb
        .selectFrom('moderation_decisions')
        .select('case_id')
        .where('created_at', '<', sql<string>`now() - make_interval(days => ${days})`),
    )
    .execute()
}

async function countReport(tx: Tx, case_id: string): Promise<void> {
  await tx
    .updateTable('report_cases')
    .set((eb) => ({ reports_count: eb('reports_count', '+', 1) }))
    .where('id', '=', case_id)
    .execute()
}

/** Adds a person's report to a case. If they already reported the subject, replaces the type and description. */
export async function upsertReport(
  tx: Tx,
  report: {
    id: string
    case_id: string
    reporter_id: string
    report_type: ReportType
    description: string | null
  },
): Promise<ReportRow> {
  const row = await tx
    .insertInto('reports')
    .values({ ...report, notice_name: null, notice_email: null })
    .onConflict((conflict) =>
      conflict.columns(['case_id', 'reporter_id']).doUpdateSet((eb) => ({
        report_type: eb.ref('excluded.report_type'),
        description: eb.ref('excluded.description'),
      })),
    )
    .returning(['id', 'report_type', 'description', 'created_at'])
    .executeTakeFirstOrThrow()
  if (row.id === report.id) await countReport(tx, report.case_id)
  return row
}
