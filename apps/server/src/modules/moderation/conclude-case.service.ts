import type { ModerationCase } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { notify } from '../notifications/index.ts'
import type { AuditHook } from '../audit/index.ts'
import {
  closeCase,
  type AuditEntry,
  type LockedCase,
  lockCase,
  writeAuditEntry,
  selectNotices,
  selectReporters,
} from './decisions.queries.ts'
import { MODERATION_MAIL } from './moderation.mails.ts'
import { findSubject, openCase } from './reports.queries.ts'

type Conclusion = Pick<NonNullable<ModerationCase['decision']>, 'action' | 'reason'> & {
  act: Extract<AuditEntry['act'], 'decided' | 'deleted'>
  admin_id: string
  took_effect: boolean
}

/**
 * Closes a case with a decision: writes it to the audit log, notifies the reporters in the app and by mail, and mails
 * the owner unless the decision is `keep`. All in the caller's transaction.
 */
export const conclude = async (
  tx: Tx,
  jobs: Jobs,
  { id: case_id, owner_id: user_id }: Pick<LockedCase, 'id' | 'owner_id'>,
  { act, ...decision }: Conclusion,
): Promise<void> => {
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

const NO_REASON = 'It was deleted where it stood, without a written reason.'

/**
 * Turns an admin's deletion outside a case into a decided case: the open one, or one without reports. So the author
 * gets a mail and can appeal, and the reporters get an answer.
 */
export const auditHook = (jobs: Jobs): AuditHook => ({
  deletes: async (tx, admin, subject) => {
    const current = await findSubject(tx, subject, null)
    if (!current) return
    const found = await lockCase(tx, await openCase(tx, subject, current, uuid()))
    if (!found) return
    await conclude(tx, jobs, found, {
      ...{ act: 'deleted', action: 'remove', reason: NO_REASON },
      ...{ admin_id: admin.user_id, took_effect: true },
    })
  },
  restores: (tx, admin, { name, created_by }) =>
    writeAuditEntry(tx, { admin_id: admin.user_id, act: 'restored', user_id: created_by, reason: name }),
})
