import type { Tx } from '../../../db/open.ts'
import { cancelDeletion } from '../account/account-deletion.service.ts'
import { dropVerifications } from '../account/drop-verifications.queries.ts'
import { dropNotMeLinks } from './not-me-links.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { hasFactor } from './factors.queries.ts'
import { deleteRecoveryCodes } from './recovery-codes.queries.ts'
import { deleteIdentities } from '../identities/identities.queries.ts'
import { deletePasskeys } from '../passkeys/passkeys.queries.ts'
import { unusableHash } from '../sign-in/password-hash.ts'
import { setPassword } from '../sign-in/password.queries.ts'
import { deletePhone } from '../phone-numbers/phones.queries.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { revokeAllTokens } from '../access-tokens/access-tokens.queries.ts'
import { endUsedDevices } from '../sessions/used-devices.queries.ts'
import { beginRecovery } from './factor-recovery.service.ts'

/**
 * Secures an account against an intruder. Invalidates the password; ends all sessions, tokens, and trusted devices;
 * removes passkeys, recovery codes, the phone number, and linked identities; and cancels a deletion. Active factors are
 * removed only through a recovery, because they may be the owner's. The caller must have locked the person, and sends
 * the email for regaining access.
 */
export async function closeToOthers(
  deps: Pick<AccountsDeps, 'jobs'>,
  tx: Tx,
  user_id: string,
): Promise<void> {
  await setPassword(tx, user_id, unusableHash())
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
