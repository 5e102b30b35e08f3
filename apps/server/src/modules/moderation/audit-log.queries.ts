import type { AuditEntry } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { isCaseShown, person } from './cases.queries.ts'

/** A page of the audit log, newest first. */
export const selectAuditEntries = async (
  db: Db,
  viewer: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditEntry[]> => {
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
