import { Refusal } from '../../../platform/http/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { takeToken } from '../mails/one-time-tokens.queries.ts'
import { dropVerifications } from '../account/drop-verifications.queries.ts'
import { findNames } from '../account/account-deletion.queries.ts'
import { requireGoodPassword } from './password-rules.ts'
import { setPassword } from './password.queries.ts'
import { revokeAllTokens } from '../access-tokens/access-tokens.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import type { Viewer } from '@nollie/contract'
import { lockProven, requireProof } from '../proofs/proofs.service.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { hasFactor } from '../two-factor/factors.queries.ts'

/**
 * Sets a new password using the single-use token from an emailed link, ends all sessions, and emails the owner. Returns
 * `Set-Cookie` lines that make the browser a known device, so that strangers' attempts can't lock the owner out; none
 * with two-step sign-in.
 * @throws Refusal BAD_TOKEN, WEAK_PASSWORD, TOO_MANY
 */
export async function setNewPassword(
  { db, jobs, passwords, devices, requireUnbreached }: AccountsDeps,
  { token, password }: { token: string; password: string },
): Promise<string[]> {
  await requireGoodPassword(password)
  await requireUnbreached(password)
  const hash = await passwords.as('new_password', () => passwords.hash(password))
  const user_id = await db.transaction().execute(async (tx) => {
    const userId = await takeToken(tx, 'reset-password', token)
    if (!userId) throw new Refusal('BAD_TOKEN')
    // Only the token identifies the account. An error rolls back, so the link stays valid.
    await requireGoodPassword(password, Object.values((await findNames(tx, userId)) ?? {}))
    await setPassword(tx, userId, hash)
    await endSessions(tx, userId)
    await dropVerifications(tx, userId)
    await revokeAllTokens(tx, userId)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'password_changed', user_id: userId })
    return userId
  })
  // With a second factor, only a complete sign-in makes a device known.
  return (await hasFactor(db, user_id)) ? [] : devices.remember(user_id, undefined)
}

/**
 * Changes the password, given the current one or a recent proof of identity. Ends all other sessions, invalidates
 * emailed links and pending changes, and emails the owner.
 * @throws Refusal PROOF_NEEDED, WRONG_PASSWORD, WEAK_PASSWORD, SESSION_MISSING, TOO_MANY
 */
export async function changePassword(
  deps: AccountsDeps,
  viewer: Viewer,
  { current_password, new_password }: { current_password?: string | undefined; new_password: string },
): Promise<void> {
  const { db, jobs, passwords } = deps
  const { user_id, session_id } = viewer
  await requireProof(deps, viewer, { password: current_password, field: 'current_password' })
  const names = await findNames(db, user_id)
  await requireGoodPassword(new_password, Object.values(names ?? {}), 'new_password')
  await deps.requireUnbreached(new_password, 'new_password')
  const hash = await passwords.as('new_password', () => passwords.hash(new_password))
  await db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    await setPassword(tx, user_id, hash)
    await endSessions(tx, user_id, session_id)
    await revokeAllTokens(tx, user_id)
    await dropVerifications(tx, user_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'password_changed', user_id, elsewhere: true })
  })
}
