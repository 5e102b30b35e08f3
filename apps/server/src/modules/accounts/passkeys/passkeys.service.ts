import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { type Api, type NewPasskey, type Passkey, type PasskeyProof, type Viewer } from '@nollie/contract'
import { v7 as uuidv7 } from 'uuid'
import { lockUser } from '../../../db/lock-user.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { findUser } from '../account/accounts.queries.ts'
import { type NewSession, startSession } from '../sessions/start-session.service.ts'
import type { Origin } from '../sessions/new-device.service.ts'
import { dropFactorOf } from '../two-factor/factors.queries.ts'
import { requireStay } from '../sign-in/sign-in-gate.ts'
import { checkNew } from './check-passkey.ts'
import { newChallenge, over, findOwner, type PasskeyDeps, refused } from './passkey-owner.ts'
import {
  deletePasskey,
  insertPasskey,
  selectCredentialIds,
  selectPasskeys,
  takeChallenge,
  updatePasskeyName,
} from './passkeys.queries.ts'
import { lockProven, requireProof } from '../proofs/proofs.service.ts'
import { say } from '../../../platform/languages/index.ts'

/** Signs in with a passkey. @throws Refusal PASSKEY_REFUSED, PASSKEY_OVER, `LEAVING`, GONE */
export async function signInWithPasskey(
  deps: PasskeyDeps,
  { cancel_deletion, ...proof }: PasskeyProof & { cancel_deletion: boolean },
  origin: Origin,
): Promise<NewSession> {
  const tried = await deps.db.transaction().execute(async (tx) => {
    const owner = await findOwner(deps, tx, proof)
    if ('user_id' in owner) await requireStay(tx, owner.user_id, cancel_deletion)
    return owner
  })
  if ('refusal' in tried) throw tried.refusal
  // A device plus a fingerprint, face, or PIN counts as two factors.
  const how = { way: 'passkey', factor: 'passkey', cancelsDeletion: cancel_deletion }
  return startSession(deps, tried, origin, how)
}

/**
 * Returns the data that a browser needs to create a passkey.
 * @throws Refusal PROOF_NEEDED, SESSION_MISSING, BAD_REQUEST above `passkeys_max`
 */
export async function offerPasskey(
  deps: PasskeyDeps,
  viewer: Viewer,
): Promise<Api['POST /api/account/passkey-challenges']['answer']> {
  const { user_id, session_id } = viewer
  await requireProof(deps, viewer)
  const user = await findUser(deps.db, user_id)
  if (!user) throw new Refusal('SESSION_MISSING')
  const credential_ids = await selectCredentialIds(deps.db, user_id)
  if (credential_ids.length >= ACCOUNT_LIMITS.passkeys_max) throw tooMany()
  return {
    ...(await newChallenge(deps, session_id)),
    user: { id: Buffer.from(user_id).toString('base64url'), name: user.email, display_name: user.name },
    credential_ids,
  }
}

function tooMany() {
  return new Refusal('BAD_REQUEST', {
    detail: say`You’ve reached the limit of ${ACCOUNT_LIMITS.passkeys_max} passkeys. Remove one first.`,
  })
}

/**
 * Adds a passkey and emails the owner. The challenge must be from the viewer's session, after a recent proof.
 * @throws Refusal PASSKEY_REFUSED, PASSKEY_OVER, BAD_REQUEST above `passkeys_max`
 */
export async function addPasskey(
  deps: PasskeyDeps,
  { user_id, session_id }: Viewer,
  { challenge_id, credential, name }: { challenge_id: string; credential: NewPasskey; name: string },
): Promise<Passkey> {
  const added = await deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    if (!(await takeChallenge(tx, challenge_id, session_id))) throw over()
    const passkey = await checkNew(deps, { challenge_id, credential })
    if (!passkey) return null
    if ((await selectCredentialIds(tx, user_id)).length >= ACCOUNT_LIMITS.passkeys_max) throw tooMany()
    const row = await insertPasskey(tx, { id: uuidv7(), user_id, name, ...passkey })
    if (row) await deps.jobs.send(tx, ACCOUNT_MAIL, { what: 'passkey_added', user_id, name })
    return row ?? null
  })
  if (!added) throw refused()
  return added
}

/**
 * Renames one of the viewer's passkeys.
 * @throws Refusal NOT_FOUND, including for another person's passkey
 */
export async function renamePasskey(
  { db }: PasskeyDeps,
  { user_id }: Viewer,
  named: { id: string; name: string },
): Promise<Passkey> {
  const passkey = await updatePasskeyName(db, user_id, named)
  if (!passkey) throw new Refusal('NOT_FOUND')
  return passkey
}

/**
 * Removes one of the viewer's passkeys, and emails the owner.
 * @throws Refusal PROOF_NEEDED, NOT_FOUND, SESSION_MISSING
 */
export async function removePasskey(deps: PasskeyDeps, viewer: Viewer, passkey_id: string): Promise<void> {
  const { user_id } = viewer
  const own = await selectPasskeys(deps.db, user_id)
  if (!own.some(({ id }) => id === passkey_id)) throw new Refusal('NOT_FOUND')
  await requireProof(deps, viewer)
  await deps.db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    const name = await deletePasskey(tx, user_id, passkey_id)
    if (name === undefined) throw new Refusal('NOT_FOUND')
    if ((await selectCredentialIds(tx, user_id)).length === 0) await dropFactorOf(tx, user_id, 'passkey')
    await deps.jobs.send(tx, ACCOUNT_MAIL, { what: 'passkey_removed', user_id, name })
  })
}
