import type { SuspensionReason } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { appealJson } from './appeals.queries.ts'

/** A reason for a suspension. `decision_id` is the decision that can be appealed, or null if there was no case. */
export type ReasonRow = { reason: Omit<SuspensionReason, 'appeal_token'>; decision_id: string | null }

/**
 * Returns the reasons for a member's current suspension, oldest first: decisions that weren't reversed, and suspensions
 * by a moderator without a case. Excludes reasons for earlier suspensions.
 */
export async function selectReasons(
  db: Db,
  user_id: string,
): Promise<{ suspended_at: string | null; reasons: ReasonRow[] }> {
  const { rows } = await sql<{ suspended_at: string | null; reasons: ReasonRow[] }>`
    select ${moment('p.suspended_at')} as suspended_at, (
      select coalesce(json_agg(json_build_object('decision_id', r.decision_id, 'reason', r.reason) order by r.created_at), '[]')
      from (
        select d.id as decision_id, d.created_at, json_build_object('reason', d.reason,
          'decided_at', ${moment('d.created_at')}, 'kind', c.kind, 'words', c.words, 'appeal', ${appealJson}) as reason
        from report_cases c join moderation_decisions d on d.case_id = c.id
        where c.owner_id = p.user_id and d.action = 'suspend' and d.created_at >= p.suspended_at
          and not exists (select from appeals a where a.decision_id = d.id and a.outcome = 'reversed')
        union all
        select null, l.created_at, json_build_object('reason', l.reason,
          'decided_at', ${moment('l.created_at')}, 'kind', null, 'words', null, 'appeal', null)
        from moderation_log l
        where l.user_id = p.user_id and l.act = 'suspended' and l.created_at >= p.suspended_at
      ) r) as reasons
    from profiles p where p.user_id = ${user_id}`.execute(db)
  return rows[0] ?? { suspended_at: null, reasons: [] }
}
