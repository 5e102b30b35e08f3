import { TERMS_VERSION } from '@nollie/contract/accounts/terms'
import { Username } from '@nollie/contract/accounts'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../../db/open.ts'
import { addAccount } from '../account/accounts.queries.ts'
import { isUsernameTaken, lockUsername } from '../account/usernames.queries.ts'
import type { ProvenPerson } from '../sessions/signing-in.ts'
import { unusableHash } from '../sign-in/password-hash.ts'
import { checkUsername } from './check-sign-up.ts'
import { dropSignUps, isUsernameWaiting } from './sign-ups.queries.ts'
import { normalizeUsername, usernameTaken } from '../account/unique-usernames.ts'

/**
 * Creates an account without a password for a verified email address. Deletes pending sign-ups for that address,
 * including their passwords. Returns its owner.
 * @throws Refusal BAD_REQUEST, USERNAME_TAKEN
 */
export async function createAccount(tx: Tx, email: string, given: string): Promise<ProvenPerson> {
  const refused = await checkUsername(tx, given)
  if (refused) throw refused
  const display_username = Username.parse(given)
  const username = normalizeUsername(display_username)
  await lockUsername(tx, username)
  await dropSignUps(tx, email)
  if ((await isUsernameTaken(tx, username)) || (await isUsernameWaiting(tx, username))) throw usernameTaken()
  const id = uuidv7()
  await addAccount(tx, {
    id,
    account_id: uuidv7(),
    email,
    username,
    display_username,
    password: unusableHash(),
    terms_accepted_at: new Date().toISOString(),
    terms_version: TERMS_VERSION,
  })
  return { user_id: id, security_epoch: 0 }
}
