import type { SuspensionReason, Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { linkToken, suspend } from '../accounts/index.ts'
import { selectReasons } from './suspend-member.queries.ts'
import { lockSuspension } from '../profiles/index.ts'
import { findMember } from './members.queries.ts'
import { writeAuditEntry } from './audit-log.queries.ts'
import { MODERATION_MAIL } from './moderation.mails.ts'
import { say } from '../../platform/languages/index.ts'

type Deps = { db: Db; jobs: Jobs }

/** Returns when and why a member was suspended, with an appeal token per decision. Null if they aren't suspended. */
export async function findSuspension(
  { db, secret }: { db: Db; secret: string },
  user_id: string,
): Promise<{ suspended_at: string | null; reasons: SuspensionReason[] }> {
  const { suspended_at, reasons } = await selectReasons(db, user_id)
  return {
    suspended_at,
    reasons: reasons.map(({ reason, decision_id }) => ({
      ...reason,
      appeal_token: decision_id && linkToken(secret, 'appeal', decision_id),
    })),
  }
}

/** @throws Refusal NOT_ALLOWED for the viewer and for admins, whom only the operator suspends; PERSON_NOT_FOUND */
export async function requireSuspendable(db: Db, viewer: Viewer, user_id: string): Promise<void> {
  const member = await findMember(db, user_id)
  if (!member) throw new Refusal('PERSON_NOT_FOUND')
  if (member.is_admin || user_id === viewer.user_id)
    throw new Refusal('NOT_ALLOWED', { detail: say`Only the operator can suspend or reinstate admins.` })
}

/**
 * Suspends a member without a case. Does nothing if they are already suspended.
 * @throws Refusal PERSON_NOT_FOUND, NOT_ALLOWED for admins
 */
export function suspendPerson(
  { db, jobs }: Deps,
  viewer: Viewer,
  user_id: string,
  reason: string,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockSuspension(tx, user_id)
    await requireSuspendable(tx, viewer, user_id)
    if (!(await suspend(tx, user_id, true))) return
    await writeAuditEntry(tx, { admin_id: viewer.user_id, act: 'suspended', user_id, reason })
    await jobs.send(tx, MODERATION_MAIL, { what: 'suspended', user_id, reason })
  })
}

/** Ends a member's suspension. @throws Refusal PERSON_NOT_FOUND, NOT_ALLOWED for admins, whom the operator suspends */
export function unsuspend({ db, jobs }: Deps, viewer: Viewer, user_id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockSuspension(tx, user_id)
    await requireSuspendable(tx, viewer, user_id)
    if (!(await suspend(tx, user_id, false))) return
    await writeAuditEntry(tx, { admin_id: viewer.user_id, act: 'let_in', user_id, reason: '' })
    await jobs.send(tx, MODERATION_MAIL, { what: 'let_in', user_id })
  })
}
