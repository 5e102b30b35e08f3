import type { Viewer } from '@nollie/contract'
import { lockUserAndKeys } from '../../../db/lock-user.ts'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { lockEmail } from '../account/accounts.queries.ts'
import { dropVerifications } from '../account/drop-verifications.queries.ts'
import { dropSignUps } from '../sign-up/sign-ups.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { buildRateKey } from '../sign-in/email-rate-key.ts'
import {
  dropPendingChange,
  findEmailChange,
  setEmail,
  storePendingChange,
  takeBackEmailChange,
  takeEmailChange,
} from './email-change.queries.ts'
import { parseRowId } from '../mails/link-token.ts'
import { closeToOthers } from '../two-factor/close-to-others.ts'
import { lockProven, requireProof } from '../proofs/proofs.service.ts'

const EMAIL_KEY = 'users_email_key'

/**
 * Requests an email change. The worker checks whether the new address is available, so that the response doesn't reveal
 * that.
 * @throws Refusal PROOF_NEEDED, WRONG_PASSWORD, SESSION_MISSING, TOO_MANY
 */
export async function requestEmailChange(
  deps: AccountsDeps,
  viewer: Viewer,
  { password, email }: { password?: string | undefined; email: string },
): Promise<void> {
  const { db, jobs, rates } = deps
  const { user_id } = viewer
  await requireProof(deps, viewer, { password, field: 'password' })
  await rates.hit('mail_address', buildRateKey(email))
  await db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    const change_id = await storePendingChange(tx, user_id, email)
    if (change_id) await jobs.send(tx, ACCOUNT_MAIL, { what: 'email_wanted', change_id })
  })
}

/** Deletes an unconfirmed email change. */
export function forgetEmail(db: Db, viewer: Viewer): Promise<void> {
  return dropPendingChange(db, viewer.user_id)
}

function badToken() {
  return new Refusal('BAD_TOKEN')
}

function refuseTakenAddress(error: { constraint?: string }) {
  throw error.constraint === EMAIL_KEY ? badToken() : error
}

/**
 * Switches the account to the new email address. Links emailed to the old address become invalid, except for one that
 * undoes this change, which is sent now.
 * @throws Refusal BAD_TOKEN, including when another account has taken the address
 */
export async function confirmEmail({ db, jobs, secret }: AccountsDeps, token: string): Promise<void> {
  const id = parseRowId(secret, 'change-email', token)
  const pending = id && (await findEmailChange(db, id))
  if (!pending) throw badToken()
  await db
    .transaction()
    .execute(async (tx) => {
      await lockUserAndKeys(tx, pending.user_id)
      await lockEmail(tx, pending.new_email)
      const change = await takeEmailChange(tx, pending.id)
      if (!change) throw badToken()
      // Codes are tied to an address, so the old address's codes are deleted before it changes.
      await dropVerifications(tx, change.user_id)
      await setEmail(tx, change.user_id, change.new_email)
      await dropSignUps(tx, change.new_email)
      await jobs.send(tx, ACCOUNT_MAIL, { what: 'email_changed', change_id: change.id })
    })
    .catch(refuseTakenAddress)
}

/**
 * Restores an account's former email address. The person who changed it knew the password, so this ends all sessions,
 * invalidates the password, and unlinks identities. An email lets the owner choose a new password.
 * @throws Refusal BAD_TOKEN, including when another account now has the old address
 */
export async function undoEmail({ db, jobs, secret }: AccountsDeps, token: string): Promise<void> {
  const id = parseRowId(secret, 'undo-email', token)
  const changed = id && (await findEmailChange(db, id))
  if (!changed) throw badToken()
  await db
    .transaction()
    .execute(async (tx) => {
      await lockUserAndKeys(tx, changed.user_id)
      await lockEmail(tx, changed.old_email)
      const change = await takeBackEmailChange(tx, changed.id)
      if (!change) throw badToken()
      const { user_id } = change
      // Codes are tied to an address. `closeToOthers` invalidates codes sent to the restored address.
      await dropVerifications(tx, user_id)
      await setEmail(tx, user_id, change.old_email)
      await dropSignUps(tx, change.old_email)
      await closeToOthers({ jobs }, tx, user_id)
      await jobs.send(tx, ACCOUNT_MAIL, { what: 'email_taken_back', user_id })
    })
    .catch(refuseTakenAddress)
}
