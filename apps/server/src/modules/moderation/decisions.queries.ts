import type { CaseKind, DecisionAction } from '@nollie/contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { lockTargetOf } from './lock-target.queries.ts'

/** A case that is locked until the transaction ends. */
export type LockedCase = {
  id: string
  kind: CaseKind
  status: 'open' | 'closed'
  owner_id: string | null
  thing_id: string | null
}

/** Locks a case and its subject. Other decisions about the case, and deletions of the subject, have to wait. */
export async function lockCase(tx: Tx, id: string): Promise<LockedCase | undefined> {
  await lockTargetOf(tx, id)
  const row = await tx
    .selectFrom('report_cases')
    .select(['id', 'kind', 'status'])
    // A former member whose content stayed doesn't count as an owner, because no one is left to warn or suspend.
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
      >`coalesce(spot_id, post_id, comment_id, reported_id, message_id, discussion_id, list_id, bulletin_id, crew_id, meetup_id)`.as(
        'thing_id',
      ),
    )
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row
}

/** Inserts a case's decision and closes the case. */
export async function closeCase(
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
): Promise<void> {
  await tx.insertInto('moderation_decisions').values(decision).execute()
  await tx.updateTable('report_cases').set({ status: 'closed' }).where('id', '=', decision.case_id).execute()
}

/** Inserts an already closed case about a spot that wasn't reported. The spot can also have an open case. */
export async function insertClosedCase(
  tx: Tx,
  { id, spot_id, owner_id, words }: { id: string; spot_id: string; owner_id: string; words: string },
): Promise<void> {
  await tx
    .insertInto('report_cases')
    .values({ id, kind: 'spot', spot_id, owner_id, words, status: 'closed' })
    .execute()
}
