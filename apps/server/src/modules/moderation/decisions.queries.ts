import type { AuditAct, CaseKind, DecisionAction } from '@nollie/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/open.ts'
import { isForEverybody, mayKnow } from '../audiences/index.ts'
import { lockTargetOf } from './lock-target.queries.ts'

/** A case, locked until the end of the transaction. */
export type LockedCase = {
  id: string
  kind: CaseKind
  status: 'open' | 'closed'
  owner_id: string | null
  thing_id: string | null
}

/** Locks a case and its subject, so that other decisions of the case and deletions of the subject wait. */
export const lockCase = async (tx: Tx, id: string): Promise<LockedCase | undefined> => {
  await lockTargetOf(tx, id)
  const row = await tx
    .selectFrom('report_cases')
    .select(['id', 'kind', 'status'])
    // A former member, whose content stayed, is no owner: there is nobody to warn or suspend.
    .select((eb) =>
      eb
        .selectFrom('profiles')
        .select('user_id')
        .whereRef('profiles.user_id', '=', 'report_cases.owner_id')
        .where('former_at', 'is', null)
        .as('owner_id'),
    )
    .select(
      sql<
        string | null
      >`coalesce(spot_id, post_id, comment_id, reported_id, message_id, discussion_id, list_id, bulletin_id, crew_id)`.as(
        'thing_id',
      ),
    )
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row
}

/** Inserts the decision of a case, and closes the case. */
export const closeCase = async (
  tx: Tx,
  decision: {
    id: string
    case_id: string
    admin_id: string
    action: DecisionAction
    reason: string
    took_effect: boolean
    as_steward?: boolean
    change_id?: string | null
  },
): Promise<void> => {
  await tx.insertInto('moderation_decisions').values(decision).execute()
  await tx.updateTable('report_cases').set({ status: 'closed' }).where('id', '=', decision.case_id).execute()
}

/** Inserts a case about a spot that nobody reported, closed from the start; somebody's report may be open beside it. */
export const insertClosedCase = async (
  tx: Tx,
  { id, spot_id, owner_id, words }: { id: string; spot_id: string; owner_id: string; words: string },
): Promise<void> => {
  await tx
    .insertInto('report_cases')
    .values({ id, kind: 'spot', spot_id, owner_id, words, status: 'closed' })
    .execute()
}

/** The reporters of a case who still have an account. */
export const selectReporters = async (tx: Tx, case_id: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('reports')
    .select('reporter_id')
    .where('case_id', '=', case_id)
    .where('reporter_id', 'is not', null)
    .execute()
  return rows.flatMap(({ reporter_id }) => reporter_id ?? [])
}

/** The notices of a case by people without an account. */
export const selectNotices = async (tx: Tx, case_id: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('reports')
    .select('id')
    .where('case_id', '=', case_id)
    .where('notice_email', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The mail address of a notice's sender; null once it was cleared. */
export const findNoticeEmail = async (db: Db, report_id: string): Promise<string | null> => {
  const row = await db
    .selectFrom('reports')
    .select('notice_email')
    .where('id', '=', report_id)
    .executeTakeFirst()
  return row?.notice_email ?? null
}

/** An entry of the audit log: what a moderator did. */
export type AuditEntry = {
  /** Null for what a member did by a right of their own: their spots were merged. */
  admin_id: string | null
  act: AuditAct
  case_id?: string
  user_id: string | null
  action?: DecisionAction
  reason: string
}

/** Appends to the audit log; the database refuses changes of it. */
export const writeAuditEntry = async (tx: Tx, entry: AuditEntry): Promise<void> => {
  await tx.insertInto('moderation_log').values(entry).execute()
}

/** Whether a member is an admin; undefined for unknown ids and former members. */
export const findMember = async (db: Db, user_id: string): Promise<{ is_admin: boolean } | undefined> =>
  db
    .selectFrom('profiles')
    .select('is_admin')
    .where('user_id', '=', user_id)
    .where('former_at', 'is', null)
    .executeTakeFirst()

/** The content of a mail about a decision. */
export type DecidedCase = {
  kind: CaseKind
  words: string
  action: DecisionAction
  reason: string
  /** False for what a moderator deleted in its place, unless it was reported too. */
  was_reported: boolean
}

/**
 * What a case says of its subject, to whom it is about: not the name of a spot that they may not know any more, where they wrote
 * a sentence about it.
 */
export const textForOwner = sql<string>`case when c.kind = 'spot' and not ${mayKnow(sql.ref('c.owner_id'), 'c.spot_id')}
  then '' else c.words end`

/** What the log calls a spot: not everybody who reads it may know of each. */
export const nameInLog = async (tx: Tx, spot_id: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select s.name from spots s where s.id = ${spot_id} and ${isForEverybody('s')}`.execute(tx)
  return rows[0]?.name ?? '–'
}

/** The content of the mail about a decision; undefined for an unknown one. */
export const findDecided = async (db: Db, decision_id: string): Promise<DecidedCase | undefined> =>
  db
    .selectFrom('moderation_decisions as d')
    .innerJoin('report_cases as c', 'c.id', 'd.case_id')
    .select(['c.kind', 'd.action', 'd.reason', textForOwner.as('words')])
    .select(sql<boolean>`c.reports_count > 0`.as('was_reported'))
    .where('d.id', '=', decision_id)
    .executeTakeFirst()
