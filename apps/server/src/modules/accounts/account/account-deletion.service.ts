import { randomBytes } from 'node:crypto'
import type { Viewer } from '@nollie/contract'
import { formerUsername } from '@nollie/contract/people/former-members'
import type { Tx } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import type { Jobs } from '../../../platform/jobs/index.ts'
import { changeVisibility, makeFormer } from '../../profiles/index.ts'
import { dropChangesTo } from '../settings/email-change.queries.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { takeToken } from '../mails/one-time-tokens.queries.ts'
import { findUser } from './accounts.queries.ts'
import { dropVerifications } from './drop-verifications.queries.ts'
import { dropNotMeLinks } from '../two-factor/not-me-links.queries.ts'
import { dropSignUps } from '../sign-up/sign-ups.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import {
  anonymizeUser,
  deleteScheduledDeletion,
  deleteUser,
  findNames,
  insertDeletion,
  type LeftContent,
  lockDeletion,
} from './account-deletion.queries.ts'
import { reserveUsername } from './usernames.queries.ts'
import { hasFactor } from '../two-factor/factors.queries.ts'
import { lockProven, requireProof } from '../proofs/proofs.service.ts'
import { revokeAllTokens } from '../access-tokens/access-tokens.queries.ts'

async function scheduleDeletion(
  jobs: Jobs,
  tx: Tx,
  user_id: string,
  content: LeftContent,
): Promise<{ due_at: string }> {
  const due_at = await insertDeletion(tx, user_id, content)
  await changeVisibility(tx, user_id, { deletion_requested_at: true })
  await endSessions(tx, user_id)
  await revokeAllTokens(tx, user_id)
  await dropVerifications(tx, user_id)
  await jobs.send(tx, ACCOUNT_MAIL, { what: 'leaving', user_id, due_at })
  return { due_at }
}

/**
 * Requests the deletion of the viewer's account. Ends all sessions, hides the account from everyone, and deletes it
 * after the grace period. Requires the password or a recent proof of identity.
 * @throws Refusal PROOF_NEEDED, WRONG_PASSWORD, TOO_MANY
 */
export async function deleteAccount(
  deps: AccountsDeps,
  viewer: Viewer,
  { password, content }: { password?: string | undefined; content: LeftContent },
): Promise<{ due_at: string }> {
  await requireProof(deps, viewer, { password, field: 'password' })
  return deps.db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    return scheduleDeletion(deps.jobs, tx, viewer.user_id, content)
  })
}

/**
 * Like {@link deleteAccount}, but with an emailed link. People with a second factor have to sign in instead.
 * @throws Refusal BAD_TOKEN
 */
export function deleteAccountByLink(
  { db, jobs }: AccountsDeps,
  { token, content }: { token: string; content: LeftContent },
): Promise<{ due_at: string }> {
  return db.transaction().execute(async (tx) => {
    const user_id = await takeToken(tx, 'leave', token)
    if (!user_id || !(await findUser(tx, user_id)) || (await hasFactor(tx, user_id)))
      throw new Refusal('BAD_TOKEN')
    return scheduleDeletion(jobs, tx, user_id, content)
  })
}

/** Cancels a requested deletion. Returns false if it has already started. */
export async function cancelDeletion(tx: Tx, user_id: string): Promise<boolean> {
  const cancelled = await deleteScheduledDeletion(tx, user_id)
  if (cancelled) await changeVisibility(tx, user_id, { deletion_requested_at: false })
  return cancelled
}

/**
 * Deletes an account in the transaction that deletes the last of its content. If content stays, the row remains without
 * a name, email address, or sign-in methods. Returns false if another process has deleted it.
 */
export async function endAccount(
  { jobs }: { jobs: Jobs },
  tx: Tx,
  user_id: string,
  { leftBehind }: { leftBehind: boolean },
): Promise<boolean> {
  if (!(await lockDeletion(tx, user_id))) return false
  const names = await findNames(tx, user_id)
  if (!names) return false
  await reserveUsername(tx, names.username)
  await dropNotMeLinks(tx, user_id)
  await dropVerifications(tx, user_id)
  await dropSignUps(tx, names.email)
  await dropChangesTo(tx, names.email)
  await jobs.send(tx, ACCOUNT_MAIL, { what: 'left', email: names.email })
  if (!leftBehind) {
    await deleteUser(tx, user_id)
    return true
  }
  const username = formerUsername(randomBytes(8).toString('hex'))
  await anonymizeUser(tx, user_id, username)
  await makeFormer(tx, user_id, username)
  return true
}
