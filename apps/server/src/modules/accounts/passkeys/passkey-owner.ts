import type { PasskeyProof } from '@nollie/contract'
import { v7 as uuidv7 } from 'uuid'
import { lockUser } from '../../../db/lock-user.ts'
import type { Tx } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import type { ProvenPerson } from '../sessions/signing-in.ts'
import { computeChallenge, checkAnswer } from './check-passkey.ts'
import {
  findPasskey,
  insertChallenge,
  storeCopy,
  storePasskeyUse,
  takeChallenge,
} from './passkeys.queries.ts'

/** Dependencies for passkeys, which are tied to the server's URL. */
export type PasskeyDeps = AccountsDeps & { publicUrl: URL }

type Challenge = { challenge_id: string; challenge: string; rp_id: string; expires_at: string }

/** Creates a challenge, either for a session that adds a passkey or for anyone signing in with one. */
export async function newChallenge(
  { db, secret, publicUrl }: PasskeyDeps,
  session_id: string | null = null,
): Promise<Challenge> {
  const challenge_id = uuidv7()
  const expires_at = await insertChallenge(db, challenge_id, session_id)
  return {
    challenge_id,
    challenge: computeChallenge(secret, challenge_id),
    rp_id: publicUrl.hostname,
    expires_at,
  }
}

/** Returns the error for a used or expired challenge. */
export function over() {
  return new Refusal('PASSKEY_OVER')
}

/** Returns the error for an invalid response. */
export function refused() {
  return new Refusal('PASSKEY_REFUSED')
}

/**
 * Verifies a passkey response, consumes its challenge, and returns the passkey's owner, whom it locks. Returns refusals
 * rather than throwing them, so that the challenge stays consumed and the use of a copy is recorded.
 * @param only refuses passkeys of anyone but this person
 * @throws Refusal PASSKEY_OVER
 */
export async function findOwner(
  deps: PasskeyDeps,
  tx: Tx,
  proof: PasskeyProof,
  only?: string,
): Promise<ProvenPerson | { refusal: Refusal }> {
  const known = await findPasskey(tx, proof.credential.id)
  const owner = only === undefined || known?.user_id === only ? known : undefined
  if (owner) await lockUser(tx, owner.user_id)
  if (!(await takeChallenge(tx, proof.challenge_id, null))) throw over()
  // Looks it up again, because another request may have used or removed the passkey in the meantime.
  const passkey = owner && (await findPasskey(tx, proof.credential.id))
  const checked = passkey && (await checkAnswer(deps, proof, passkey))
  if (!checked) return { refusal: refused() }
  if (checked.isCopy) {
    await storeCopy(tx, passkey.id)
    return { refusal: refused() }
  }
  await storePasskeyUse(tx, passkey.id, checked.counter)
  return { user_id: passkey.user_id, security_epoch: passkey.security_epoch }
}
