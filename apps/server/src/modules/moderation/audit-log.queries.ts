import type { AuditAct, AuditEntry, DecisionAction } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { isCaseShown, person } from './cases.queries.ts'
import { isForEverybody } from '../audiences/index.ts'

/** Returns a page of the audit log, newest first. */
export async function selectAuditEntries(
  db: Db,
  viewer: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditEntry[]> {
  const { rows } = await sql<{ item: AuditEntry }>`
    select json_build_object('id', l.id, 'admin', ${person('l.admin_id', 'admin')}, 'act', l.act,
      'case_id', (select c.id from report_cases c where c.id = l.case_id and ${isCaseShown(viewer)}),
      'kind', (select c.kind from report_cases c where c.id = l.case_id),
      'person', ${person('l.user_id', 'person')}, 'action', l.action, 'reason', l.reason,
      'created_at', ${moment('l.created_at')}) as item
    from moderation_log l ${before === null ? sql`` : sql`where l.id < ${before}`}
    order by l.id desc limit ${limit}`.execute(db)
  return rows.map(({ item }) => item)
}

/** A moderator's action, as a new entry in the audit log. */
export type NewAuditEntry = {
  /** Null if a member merged their own spots. */
  admin_id: string | null
  act: AuditAct
  case_id?: string
  user_id: string | null
  action?: DecisionAction
  reason: string
}

/** Appends an entry to the audit log. The database rejects changes to existing entries. */
export async function writeAuditEntry(tx: Tx, entry: NewAuditEntry): Promise<void> {
  await tx.insertInto('moderation_log').values(entry).execute()
}

/** Returns a spot's name for the log, or a dash if the spot isn't public, because not every reader can see it. */
export async function nameInLog(tx: Tx, spot_id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select s.name from spots s where s.id = ${spot_id} and ${isForEverybody('s')}`.execute(tx)
  return rows[0]?.name ?? '–'
}
