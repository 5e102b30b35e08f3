import type { ModerationCase } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { notify } from '../notifications/index.ts'
import type { AuditHook } from '../audit/index.ts'
import { closeCase, insertClosedCase, lockCase, type LockedCase } from './decisions.queries.ts'
import { selectNotices, selectReporters } from './decision-mails.queries.ts'
import { findMember } from './members.queries.ts'
import { nameInLog, type NewAuditEntry, writeAuditEntry } from './audit-log.queries.ts'
import { MODERATION_MAIL } from './moderation.mails.ts'
import { openCase } from './reports.queries.ts'
import { findAnySubject } from './reported-subjects.queries.ts'

type Conclusion = Pick<NonNullable<ModerationCase['decision']>, 'action' | 'reason'> & {
  act: Extract<NewAuditEntry['act'], 'decided' | 'deleted'>
  admin_id: string
  took_effect: boolean
  as_steward?: boolean
  change_id?: string | null
}

/**
 * Closes a case with a decision in the caller's transaction. Writes it to the audit log, and notifies the reporters in
 * the app and by email. Emails the owner unless the decision is `keep`.
 */
export async function conclude(
  tx: Tx,
  jobs: Jobs,
  { id: case_id, owner_id: user_id }: Pick<LockedCase, 'id' | 'owner_id'>,
  { act, ...decision }: Conclusion,
): Promise<void> {
  const { admin_id, action, reason } = decision
  const id = uuid()
  await closeCase(tx, { id, case_id, ...decision })
  const entry = { admin_id, case_id, user_id, reason }
  await writeAuditEntry(tx, act === 'decided' ? { ...entry, act, action } : { ...entry, act })
  const reporters = await selectReporters(tx, case_id)
  await notify(tx, {
    type: 'report_outcome',
    from_user_id: null,
    user_ids: reporters,
    target_id: case_id,
    case_id,
  })
  for (const reporter of reporters)
    await jobs.send(tx, MODERATION_MAIL, { what: 'report_decided', decision_id: id, user_id: reporter })
  for (const report_id of await selectNotices(tx, case_id))
    await jobs.send(tx, MODERATION_MAIL, { what: 'notice_decided', decision_id: id, report_id })
  if (action !== 'keep' && user_id)
    await jobs.send(tx, MODERATION_MAIL, { what: 'decided', decision_id: id, user_id })
}

/** A steward's action in their area that isn't based on a report. */
export type StewardAct = {
  steward: string
  action: 'settle' | 'facts'
  /** The affected person, who can appeal. If null, the action is only logged. */
  owner_id: string | null
  spot: { id: string; name: string }
  change_id?: string
  reason: string
}

/**
 * Records a steward's decision about a spot as a decided case. The affected person gets an email and can appeal, as
 * with a moderator's decision.
 */
export async function concludeAsSteward(
  tx: Tx,
  jobs: Jobs,
  { steward: admin_id, action, owner_id, spot, change_id, reason }: StewardAct,
): Promise<void> {
  const isConcerned =
    owner_id !== null && owner_id !== admin_id && (await findMember(tx, owner_id)) !== undefined
  if (!isConcerned)
    return writeAuditEntry(tx, {
      admin_id,
      act: 'decided',
      action,
      user_id: null,
      reason: `${await nameInLog(tx, spot.id)}: ${reason}`,
    })
  const id = uuid()
  await insertClosedCase(tx, { id, spot_id: spot.id, owner_id, words: spot.name })
  const decision = {
    action,
    reason,
    admin_id,
    took_effect: true,
    as_steward: true,
    change_id: change_id ?? null,
  }
  await conclude(tx, jobs, { id, owner_id }, { act: 'decided', ...decision })
}

const NO_REASON = 'Deleted by a moderator without a written reason.'

/**
 * Records an admin's deletion outside a case as a decision: in the open case, or in a new one without reports. The
 * author gets an email and can appeal, and any reporters are notified.
 */
export function auditHook(jobs: Jobs): AuditHook {
  return {
    deletes: async (tx, admin, subject) => {
      const current = await findAnySubject(tx, subject)
      const found = current && (await lockCase(tx, await openCase(tx, subject, current, uuid())))
      // Abort the deletion, so that no one's content disappears without a trace.
      if (!found) throw new Error(`no ${subject.kind} ${subject.id} to record the deletion of`)
      await conclude(tx, jobs, found, {
        act: 'deleted',
        action: 'remove',
        reason: NO_REASON,
        admin_id: admin.user_id,
        took_effect: true,
      })
    },
    records: writeAuditEntry,
    restores: (tx, admin, { name, created_by }) =>
      writeAuditEntry(tx, { admin_id: admin.user_id, act: 'restored', user_id: created_by, reason: name }),
  }
}
