import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { notify } from '../notifications/index.ts'
import { cancelDeletion } from './account-deletion.service.ts'
import { ACCOUNT_MAIL } from './mail-jobs.ts'
import { findUser } from './accounts.queries.ts'
import { dropVerifications } from './drop-verifications.queries.ts'
import { dropNotMeLinks } from './not-me-links.queries.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { inTransaction } from './better-auth.ts'
import { findRecoveryOf, insertRecovery, selectFormerAddresses } from './factor-recovery.queries.ts'
import { hasFactor } from './factors.queries.ts'
import { deleteRecoveryCodes } from './recovery-codes.queries.ts'
import { deleteIdentities } from './identities.queries.ts'
import { deletePasskeys } from './passkeys.queries.ts'
import { unusableHash } from './password-hash.ts'
import { deletePhone } from './phones.queries.ts'
import { endSessions } from './sessions.queries.ts'
import { revokeAllTokens } from './access-tokens.queries.ts'
import { endUsedDevices } from './used-devices.queries.ts'

const WAIT_SECONDS = ACCOUNT_LIMITS.factor_recovery_hours * 3600

// Every address of the person gets a mail at once; the account's own gets another when the time has come.
export const beginRecovery = async (
  { jobs }: Pick<AccountsDeps, 'jobs'>,
  tx: Tx,
  user_id: string,
): Promise<string> => {
  const waiting = await findRecoveryOf(tx, user_id)
  // The mail of the day it was due may be lost.
  if (waiting?.is_due) await jobs.send(tx, ACCOUNT_MAIL, { what: 'recovery_due', recovery_id: waiting.id })
  if (waiting) return waiting.due_at
  const recovery_id = uuidv7()
  const row = await insertRecovery(tx, recovery_id, user_id)
  if (!row) throw new Refusal('CONFLICT')
  const user = await findUser(tx, user_id)
  const addresses = [...(user ? [user.email] : []), ...(await selectFormerAddresses(tx, user_id))]
  // Every device that is signed in shows it at once.
  await notify(tx, {
    type: 'account_recovery',
    from_user_id: null,
    user_ids: [user_id],
    target_id: user_id,
    renewsLine: true,
  })
  for (const email of addresses)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'recovery_begun', recovery_id, email })
  await jobs.send(
    tx,
    ACCOUNT_MAIL,
    { what: 'recovery_due', recovery_id },
    { startAfterSeconds: WAIT_SECONDS },
  )
  return row.due_at
}

/**
 * Takes an account back from whoever else was in it: the password no longer works, every session, token and trusted device
 * ends, passkeys, recovery codes, the phone number and linked identities go, a deletion is cancelled, and factors that are on go by a
 * recovery, as nobody knows whose they are. The person is locked, and the caller sends the mail that leads back in.
 */
export const closeToOthers = async (
  deps: Pick<AccountsDeps, 'auth' | 'jobs'>,
  tx: Tx,
  user_id: string,
): Promise<void> => {
  await inTransaction(deps.auth, tx, (internals) => internals.updatePassword(user_id, unusableHash()))
  await endSessions(tx, user_id)
  await revokeAllTokens(tx, user_id)
  await deletePasskeys(tx, user_id)
  await deletePhone(tx, user_id)
  await deleteIdentities(tx, user_id)
  await deleteRecoveryCodes(tx, user_id)
  await dropVerifications(tx, user_id)
  await dropNotMeLinks(tx, user_id)
  await endUsedDevices(tx, user_id)
  await cancelDeletion(tx, user_id)
  if (await hasFactor(tx, user_id)) await beginRecovery(deps, tx, user_id)
}
