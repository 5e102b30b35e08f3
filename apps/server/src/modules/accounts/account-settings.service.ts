import type { Account, Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { findNames } from './account-deletion.queries.ts'
import { selectAccount } from './account-settings.queries.ts'
import { ACCOUNT_MAIL } from './accounts.mails.ts'
import { dropVerifications } from './accounts.queries.ts'
import type { AccountsDeps } from './accounts.service.ts'
import { inTransaction } from './auth.ts'
import { requireGoodPassword } from './password-rules.ts'
import { lockProven, requireProof } from './proofs.service.ts'
import { endSessions } from './sessions.queries.ts'
import { revokeAllTokens } from './tokens.queries.ts'

/** The viewer's account. @throws Refusal SESSION_MISSING when the account was deleted meanwhile */
export const accountOf = async (db: Db, viewer: Viewer): Promise<Account> => {
  const account = await selectAccount(db, viewer.user_id)
  if (!account) throw new Refusal('SESSION_MISSING')
  return account
}

/**
 * Changes the password, for the present one or a fresh proof. Every other session ends, mailed links and pending changes become invalid,
 * and the owner gets a mail.
 * @throws Refusal PROOF_NEEDED, WRONG_PASSWORD, WEAK_PASSWORD, SESSION_MISSING, TOO_MANY
 */
export const changePassword = async (
  deps: AccountsDeps,
  viewer: Viewer,
  { current_password, new_password }: { current_password?: string | undefined; new_password: string },
): Promise<void> => {
  const { db, jobs, auth, passwords } = deps
  const { user_id, session_id } = viewer
  await requireProof(deps, viewer, { password: current_password, field: 'current_password' })
  const names = await findNames(db, user_id)
  await requireGoodPassword(new_password, Object.values(names ?? {})).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'WEAK_PASSWORD') throw error
    throw new Refusal('WEAK_PASSWORD', { detail: error.message, fields: { new_password: error.message } })
  })
  const hash = await passwords.as('new_password', () => passwords.hash(new_password))
  await db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    await inTransaction(auth, tx, (internals) => internals.updatePassword(user_id, hash))
    await endSessions(tx, user_id, session_id)
    await revokeAllTokens(tx, user_id)
    await dropVerifications(tx, user_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'password_changed', user_id, elsewhere: true })
  })
}
