import type { CaseKind, DecisionAction } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'

/** Returns a case's reporters who still have an account. */
export async function selectReporters(tx: Tx, case_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('reports')
    .select('reporter_id')
    .where('case_id', '=', case_id)
    .where('reporter_id', 'is not', null)
    .execute()
  return rows.flatMap(({ reporter_id }) => reporter_id ?? [])
}

/** Returns a case's notices from people without an account. */
export async function selectNotices(tx: Tx, case_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('reports')
    .select('id')
    .where('case_id', '=', case_id)
    .where('notice_email', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the email address of a notice's sender, or null if it was cleared. */
export async function findNoticeEmail(db: Db, report_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('reports')
    .select('notice_email')
    .where('id', '=', report_id)
    .executeTakeFirst()
  return row?.notice_email ?? null
}

/** The data for an email about a decision. */
export type DecidedCase = {
  kind: CaseKind
  words: string
  action: DecisionAction
  reason: string
  /** False for a moderator's deletion outside a case, unless someone had also reported the content. */
  was_reported: boolean
}

/** SQL for the text of a case's subject, as shown to the affected person. Empty for a spot they can no longer see. */
export const textForOwner = sql<string>`case
  when c.kind = 'spot' and exists (select from withheld_spots(c.owner_id) withheld where withheld.id = c.spot_id offset 0)
  then '' else c.words end`

/** Returns the data for the email about a decision, or undefined for an unknown id. */
export async function findDecided(db: Db, decision_id: string): Promise<DecidedCase | undefined> {
  return db
    .selectFrom('moderation_decisions as d')
    .innerJoin('report_cases as c', 'c.id', 'd.case_id')
    .select(['c.kind', 'd.action', 'd.reason', textForOwner.as('words')])
    .select(sql<boolean>`c.reports_count > 0`.as('was_reported'))
    .where('d.id', '=', decision_id)
    .executeTakeFirst()
}
