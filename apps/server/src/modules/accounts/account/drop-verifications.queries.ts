import type { Tx } from '../../../db/open.ts'
import { dropCodes } from '../sign-in/sign-in-codes.queries.ts'
import { dropPendingChange } from '../settings/email-change.queries.ts'
import { dropChallenges } from '../two-factor/factor-challenges.queries.ts'
import { dropTrustedDevices } from '../two-factor/trusted-devices.queries.ts'
import { dropPhoneCodesOf } from '../phone-numbers/phones.queries.ts'
import { findEmail } from './accounts.queries.ts'

/**
 * Deletes a person's one-time values, codes, and pending email change. This invalidates all emailed links. Also removes
 * all trusted devices.
 */
export async function dropVerifications(tx: Tx, userId: string): Promise<void> {
  await dropPendingChange(tx, userId)
  const email = await findEmail(tx, userId)
  if (email) await dropCodes(tx, email)
  await dropPhoneCodesOf(tx, userId)
  if (email) await tx.deleteFrom('provider_requests').where('email', '=', email).execute()
  await tx.deleteFrom('verifications').where('value', '=', userId).execute()
  await dropTrustedDevices(tx, userId)
  await dropChallenges(tx, userId)
}
