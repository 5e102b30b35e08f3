import type { Api, DecisionAction } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import { textForOwner } from './decision-mails.queries.ts'

/** A decision as shown to the affected person when they open the emailed link. */
export type AppealableDecision = Api['POST /api/appeals/decision']['answer']

/** SQL for the contract's appeal as JSON, or null. Expects the decision joined as `d`. */
export const appealJson = sql`(
  select json_build_object('words', a.words, 'created_at', ${moment('a.created_at')}, 'outcome', a.outcome,
    'answer', a.answer) from appeals a where a.decision_id = d.id)`

/** Finds a decision that can be appealed. */
export async function findDecision(db: Db, id: string): Promise<AppealableDecision | undefined> {
  const { rows } = await sql<{ decision: AppealableDecision }>`
    select json_build_object('kind', c.kind, 'words', ${textForOwner}, 'action', d.action, 'reason', d.reason,
      'was_reported', c.reports_count > 0,
      'decided_at', ${moment('d.created_at')}, 'appeal', ${appealJson}) as decision
    from moderation_decisions d join report_cases c on c.id = d.case_id where d.id = ${id}`.execute(db)
  return rows[0]?.decision
}

/** Inserts an appeal. Returns false if the decision already has one. */
export async function insertAppeal(db: Db, decision_id: string, words: string): Promise<boolean> {
  const row = await db
    .insertInto('appeals')
    .values({ decision_id, words })
    .onConflict((conflict) => conflict.column('decision_id').doNothing())
    .returning('decision_id')
    .executeTakeFirst()
  return row !== undefined
}

/** An appeal with the decision it is about. */
export type LockedAppeal = {
  decision_id: string
  action: DecisionAction
  outcome: string | null
  admin_id: string | null
  as_steward: boolean
  change_id: string | null
}

/** Locks a case's appeal until the transaction ends. Returns it with its decision. */
export function lockAppeal(tx: Tx, case_id: string): Promise<LockedAppeal | undefined> {
  return tx
    .selectFrom('appeals as a')
    .innerJoin('moderation_decisions as d', 'd.id', 'a.decision_id')
    .select(['a.decision_id', 'd.action', 'a.outcome', 'd.admin_id', 'd.as_steward', 'd.change_id'])
    .where('d.case_id', '=', case_id)
    .forUpdate('a')
    .executeTakeFirst()
}

/** Stores the answer to an appeal. */
export async function writeAnswer(
  tx: Tx,
  decision_id: string,
  answer: { outcome: 'upheld' | 'reversed'; answer: string; admin_id: string },
): Promise<void> {
  await tx
    .updateTable('appeals')
    .set({ ...answer, answered_at: sql<string>`now()` })
    .where('decision_id', '=', decision_id)
    .execute()
}

/**
 * Whether a person would stay suspended if this decision were reversed: due to another decision, a moderator's
 * suspension without a case, or an operator's suspension. Always true for admins, whom only the operator suspends.
 */
export async function isSuspendedOtherwise(tx: Tx, user_id: string, decision_id: string): Promise<boolean> {
  const { rows } = await sql<{ suspended: boolean }>`
    select not exists (select from profiles where user_id = ${user_id} and not is_admin)
      or not exists (
        select from moderation_decisions d join report_cases c on c.id = d.case_id
        where c.owner_id = ${user_id} and d.action = 'suspend' and d.took_effect)
      or exists (
        select from moderation_decisions d join report_cases c on c.id = d.case_id
        left join appeals a on a.decision_id = d.id
        where c.owner_id = ${user_id} and d.action = 'suspend' and d.id <> ${decision_id}
          and a.outcome is distinct from 'reversed'
          and d.created_at > coalesce((select max(l.created_at) from moderation_log l
            where l.user_id = ${user_id} and l.act = 'let_in'), '-infinity'))
      or coalesce((select l.act = 'suspended' from moderation_log l
        where l.user_id = ${user_id} and l.act in ('suspended', 'let_in') order by l.id desc limit 1), false) as suspended
  `.execute(tx)
  return rows[0]?.suspended ?? true
}
