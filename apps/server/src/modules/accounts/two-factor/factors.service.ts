import type { Factor, PasskeyProof, TrustedDevice, Viewer } from '@nollie/contract'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { v7 as uuidv7 } from 'uuid'
import { lockUser } from '../../../db/lock-user.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { findEmail } from '../account/accounts.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { parseUserAgent } from '../sessions/user-agent.ts'
import { type StoredFactor, type Tried, tryFactor } from './check-factor-code.ts'
import { findRecoveryOf } from './factor-recovery.queries.ts'
import {
  deleteFactor,
  dropFactors,
  hasFactor,
  insertFactor,
  isFactorOf,
  lockFactors,
  renameFactor,
  selectFactors,
  storeFactorUse,
  strengthenSession,
} from './factors.queries.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.queries.ts'
import { findOwner, type PasskeyDeps, refused } from '../passkeys/passkey-owner.ts'
import { selectCredentialIds } from '../passkeys/passkeys.queries.ts'
import { findNumber } from '../phone-numbers/phones.queries.ts'
import { keyOfSession, lockProven, requireProof } from '../proofs/proofs.service.ts'
import { digestOfRecoveryCode, newRecoveryCodes } from './recovery-code.ts'
import { endSessions } from '../sessions/sessions.queries.ts'
import { totpSetUp } from './totp.ts'
import { selectTrustedDevices } from './trusted-devices.queries.ts'
import { say, type Sentence } from '../../../platform/languages/index.ts'

type Factors = {
  items: Factor[]
  recovery_codes_left: number
  trusted_devices: TrustedDevice[]
  recovery_due_at: string | null
}

/** Returns a person's own two-step sign-in settings. */
export async function getFactors(db: Db, { user_id }: Viewer): Promise<Factors> {
  return {
    items: await selectFactors(db, user_id),
    recovery_codes_left: await countRecoveryCodes(db, user_id),
    trusted_devices: (await selectTrustedDevices(db, user_id)).map(({ user_agent, ...row }) => {
      const { browser, os } = parseUserAgent(user_agent)
      return { ...row, browser, os }
    }),
    recovery_due_at: (await findRecoveryOf(db, user_id))?.due_at ?? null,
  }
}

function refuse(detail: Sentence) {
  return new Refusal('BAD_REQUEST', { detail })
}

// Kinds of second factors that a person can have only once.
const ONE_OF_A_KIND = {
  passkey: {
    isThere: async (tx: Tx, user_id: string) => (await selectCredentialIds(tx, user_id)).length > 0,
    text: { twice: say`Your passkeys are already a second factor.`, missing: say`Add a passkey first.` },
  },
  sms: {
    isThere: async (tx: Tx, user_id: string) => (await findNumber(tx, user_id)) !== null,
    text: {
      twice: say`Your phone number is already a second factor.`,
      missing: say`Add a phone number first.`,
    },
  },
}

async function requireRoom(tx: Tx, user_id: string, kind: Factor['kind']): Promise<void> {
  const factors = await selectFactors(tx, user_id)
  if (factors.length >= ACCOUNT_LIMITS.factors_max)
    throw refuse(
      say`You’ve reached the limit of ${ACCOUNT_LIMITS.factors_max} second factors. Remove one first.`,
    )
  if (kind === 'totp') return
  const { isThere, text } = ONE_OF_A_KIND[kind]
  if (factors.some((factor) => factor.kind === kind)) throw refuse(text.twice)
  if (!(await isThere(tx, user_id))) throw refuse(text.missing)
}

/**
 * Starts adding a second factor, which must be proven to become active. Returns the setup data for an authenticator
 * app, or nothing for other kinds.
 * @throws Refusal PROOF_NEEDED, BAD_REQUEST above `factors_max` and without a passkey, SESSION_MISSING if the account
 * was deleted
 */
export async function addFactor(
  deps: AccountsDeps,
  viewer: Viewer,
  { kind, name }: Pick<Factor, 'kind' | 'name'>,
): Promise<{ id: string; secret: string | null; uri: string | null }> {
  const { user_id } = viewer
  await requireProof(deps, viewer)
  const email = await findEmail(deps.db, user_id)
  if (!email) throw new Refusal('SESSION_MISSING')
  const id = uuidv7()
  await deps.db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    await requireRoom(tx, user_id, kind)
    await insertFactor(tx, { id, user_id, kind, name })
  })
  return { id, ...(kind === 'totp' ? totpSetUp(deps.secret, id, email) : { secret: null, uri: null }) }
}

type Entered = {
  code?: string | undefined
  code_id?: string | undefined
  passkey?: PasskeyProof | undefined
}

async function tryEntered(
  deps: PasskeyDeps,
  tx: Tx,
  { user_id, session_id }: Viewer,
  { factors, entered }: { factors: StoredFactor[]; entered: Entered },
): Promise<Tried> {
  const { code = '', code_id, passkey } = entered
  const boundTo = { session_id }
  if (!passkey)
    return tryFactor(tx, { jobs: deps.jobs, secret: deps.secret, user_id }, factors, {
      code,
      code_id,
      boundTo,
    })
  const owner = await findOwner(deps, tx, passkey, user_id)
  if ('refusal' in owner) return owner
  const factor = factors.find(({ kind }) => kind === 'passkey')
  if (!factor) return { refusal: refused() }
  await storeFactorUse(tx, factor.id, 0)
  return { factor }
}

/**
 * Proves a factor, which strengthens the session. The first proof activates the factor and ends all other sessions. A
 * person's first factor comes with recovery codes.
 * @throws Refusal WRONG_CODE, PASSKEY_REFUSED, PASSKEY_OVER, NOT_FOUND, including for another person's factor,
 * SESSION_MISSING, TOO_MANY
 */
export async function verifyFactor(
  deps: PasskeyDeps,
  viewer: Viewer,
  { factor_id, ...entered }: { factor_id: string } & Entered,
): Promise<{ recovery_codes: string[] | null }> {
  const { db, jobs, rates, secret } = deps
  const { user_id, session_id } = viewer
  await rates.hit('factor_tries', keyOfSession(session_id))
  const result = await db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    const factors = await lockFactors(tx, user_id, factor_id)
    if (factors.length === 0) return { refusal: new Refusal('NOT_FOUND') }
    const isFirst = !(await hasFactor(tx, user_id))
    const tried = await tryEntered(deps, tx, viewer, { factors, entered })
    if ('refusal' in tried) return tried
    const [factor] = factors
    // Throws to roll back, so that nothing is stored if the session has ended in the meantime.
    if (!factor || !(await strengthenSession(tx, session_id, factor.kind)))
      throw new Refusal('SESSION_MISSING')
    if (!factor.proven_at) {
      await endSessions(tx, user_id, session_id)
      await jobs.send(tx, ACCOUNT_MAIL, { what: 'factor_added', user_id, name: factor.name })
    }
    if (!isFirst) return { recovery_codes: null }
    const recovery_codes = newRecoveryCodes()
    const digests = recovery_codes.map((one) => digestOfRecoveryCode(secret, user_id, one))
    await replaceRecoveryCodes(tx, user_id, digests)
    return { recovery_codes }
  })
  if ('refusal' in result) throw result.refusal
  return result
}

/**
 * Renames a factor.
 * @throws Refusal NOT_FOUND, including for another person's factor
 */
export async function nameFactor(
  db: Db,
  { user_id }: Viewer,
  { factor_id, name }: { factor_id: string; name: string },
): Promise<void> {
  if (!(await renameFactor(db, user_id, factor_id, name))) throw new Refusal('NOT_FOUND')
}

/**
 * Removes a factor. Removing the last one turns off two-step sign-in.
 * @throws Refusal PROOF_NEEDED, NOT_FOUND, including for another person's factor
 */
export async function removeFactor(deps: AccountsDeps, viewer: Viewer, factor_id: string): Promise<void> {
  const { user_id } = viewer
  if (!(await isFactorOf(deps.db, user_id, factor_id))) throw new Refusal('NOT_FOUND')
  await requireProof(deps, viewer)
  await deps.db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    const removed = await deleteFactor(tx, user_id, factor_id)
    if (!removed) throw new Refusal('NOT_FOUND')
    if (!removed.proven_at) return
    if (!(await hasFactor(tx, user_id))) await dropFactors(tx, user_id)
    await deps.jobs.send(tx, ACCOUNT_MAIL, { what: 'factor_removed', user_id, name: removed.name })
  })
}
