import type { PasskeyProof, ProofOfPerson, Viewer } from '@nollie/contract'
import { v7 as uuidv7 } from 'uuid'
import { lockUser } from '../../../db/lock-user.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { Refusal, refusedField } from '../../../platform/http/index.ts'
import { findPassword } from '../sign-in/password.queries.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { findEmail } from '../account/accounts.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { isCode, wrongCode } from '../sign-in/code-digits.ts'
import { addCode, countWrongTry, dropCode, lockCode } from '../sign-in/sign-in-codes.queries.ts'
import { tryFactor } from '../two-factor/check-factor-code.ts'
import { lockFactors, strengthenSession } from '../two-factor/factors.queries.ts'
import { findOwner, type PasskeyDeps } from '../passkeys/passkey-owner.ts'
import { unusableHash } from '../sign-in/password-hash.ts'
import { hasFreshProof, lacksFactor, storeProof } from './proofs.queries.ts'
import { lockSession } from '../sessions/sessions.queries.ts'

type PasswordDeps = Pick<AccountsDeps, 'db' | 'passwords'>

async function requirePassword(
  { db, passwords }: PasswordDeps,
  user_id: string,
  { password, field }: { password: string; field: string },
): Promise<void> {
  const stored = (await findPassword(db, user_id)) ?? unusableHash()
  if (await passwords.as('reauth', () => passwords.verify(stored, password))) return
  throw refusedField('WRONG_PASSWORD', field)
}

/**
 * Returns a session's rate limit key. It differs from strangers' keys, so that strangers can't use up the owner's
 * attempts.
 */
export function keyOfSession(session_id: string) {
  return { key: `session ${session_id}` }
}

/**
 * Locks the viewer and their session, because the owner may have ended the session since the proof.
 * @throws Refusal SESSION_MISSING
 */
export async function lockProven(tx: Tx, { user_id, session_id }: Viewer): Promise<void> {
  await lockUser(tx, user_id)
  if (!(await lockSession(tx, session_id))) throw new Refusal('SESSION_MISSING')
}

const NO_PASSWORD = { password: undefined, field: 'password' }

/**
 * Requires a recent proof of identity in the session, or the password in the request. If the owner has a second factor,
 * the session must have proven that as well.
 * @throws Refusal PROOF_NEEDED, WRONG_PASSWORD with the field named, TOO_MANY
 */
export async function requireProof(
  deps: PasswordDeps,
  { user_id, session_id }: Viewer,
  { password, field }: { password: string | undefined; field: string } = NO_PASSWORD,
): Promise<void> {
  if (await lacksFactor(deps.db, session_id)) throw new Refusal('PROOF_NEEDED')
  if (password !== undefined) return requirePassword(deps, user_id, { password, field })
  if (!(await hasFreshProof(deps.db, session_id))) throw new Refusal('PROOF_NEEDED')
}

/**
 * Emails the viewer a code that is valid only for this session.
 * @throws Refusal SESSION_MISSING, TOO_MANY
 */
export async function requestProofCode(
  { db, jobs, rates }: AccountsDeps,
  { user_id, session_id }: Viewer,
): Promise<{ code_id: string; expires_at: string }> {
  const email = await findEmail(db, user_id)
  if (!email) throw new Refusal('SESSION_MISSING')
  await rates.hit('mail_address', { user: user_id })
  const code_id = uuidv7()
  return db.transaction().execute(async (tx) => {
    const code = { id: code_id, email, challenge: null, creates_account: false, next: null, session_id }
    const expires_at = await addCode(tx, code)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'code', code_id })
    return { code_id, expires_at }
  })
}

async function useCode(
  { db, rates, secret }: AccountsDeps,
  { user_id, session_id }: Viewer,
  { code_id, code }: { code_id: string; code: string },
): Promise<void> {
  await rates.hit('code_tries', { user: user_id })
  const refusal = await db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    const found = await lockCode(tx, code_id)
    if (found?.session_id !== session_id) return new Refusal('CODE_OVER')
    if (isCode(secret, code_id, code)) {
      await dropCode(tx, code_id)
      return null
    }
    await countWrongTry(tx, code_id)
    return wrongCode()
  })
  if (refusal) throw refusal
}

async function usePasskey(
  deps: PasskeyDeps,
  { user_id, session_id }: Viewer,
  proof: PasskeyProof,
): Promise<void> {
  const tried = await deps.db.transaction().execute(async (tx) => {
    const owner = await findOwner(deps, tx, proof, user_id)
    if ('refusal' in owner) return owner
    await strengthenSession(tx, session_id, 'passkey')
    return owner
  })
  if ('refusal' in tried) throw tried.refusal
}

async function useFactor(
  { db, jobs, rates, secret }: AccountsDeps,
  { user_id, session_id }: Viewer,
  entered: { code: string; code_id?: string | undefined },
): Promise<void> {
  await rates.hit('factor_tries', keyOfSession(session_id))
  const tried = await db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    const factors = await lockFactors(tx, user_id)
    const boundTo = { session_id }
    const result = await tryFactor(tx, { jobs, secret, user_id }, factors, { ...entered, boundTo })
    if ('refusal' in result) return result
    await strengthenSession(tx, session_id, 'factor' in result ? result.factor.kind : result.kind)
    return result
  })
  if ('refusal' in tried) throw new Refusal('WRONG_CODE', { fields: { factor_code: tried.refusal.detail } })
}

// A password or access to the mailbox can't replace a second factor.
async function requireFactor(db: Db, session_id: string): Promise<void> {
  if (await lacksFactor(db, session_id)) throw new Refusal('FACTOR_NEEDED')
}

/**
 * Proves the viewer's identity with their password, an emailed code, a passkey, or a second factor. The session is then
 * considered proven for a while.
 * @throws Refusal WRONG_PASSWORD, WRONG_CODE, CODE_OVER, PASSKEY_REFUSED, PASSKEY_OVER, FACTOR_NEEDED, SESSION_MISSING,
 * TOO_MANY
 */
export async function prove(
  deps: PasskeyDeps,
  viewer: Viewer,
  { password, code_id, code, passkey, factor_code, factor_code_id }: ProofOfPerson,
): Promise<{ fresh_until: string }> {
  if (passkey) await usePasskey(deps, viewer, passkey)
  else if (factor_code !== undefined)
    await useFactor(deps, viewer, { code: factor_code, code_id: factor_code_id })
  else {
    await requireFactor(deps.db, viewer.session_id)
    if (code_id && code) await useCode(deps, viewer, { code_id, code })
    else await requirePassword(deps, viewer.user_id, { password: password ?? '', field: 'password' })
  }
  const fresh_until = await storeProof(deps.db, viewer.session_id)
  if (!fresh_until) throw new Refusal('SESSION_MISSING')
  return { fresh_until }
}
