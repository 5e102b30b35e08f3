import { createHmac } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { lockUser } from '../../../db/lock-user.ts'
import type { Tx } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { findUserByEmail, lockEmail } from '../account/accounts.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { type NewSession, startSession } from '../sessions/start-session.service.ts'
import type { Origin } from '../sessions/new-device.service.ts'
import type { ProvenPerson } from '../sessions/signing-in.ts'
import { answersChallenge } from '../sign-in/code-digits.ts'
import { addIdentity, findIdentity, noteUse } from './identities.queries.ts'
import { createAccount } from '../sign-up/create-account.ts'
import { requireStay } from '../sign-in/sign-in-gate.ts'
import { linkToken, parseRowId } from '../mails/link-token.ts'
import { providerRefusal, getReason } from './provider-errors.ts'
import {
  addRequest,
  dropRequest,
  findRequest,
  lockRequest,
  reserveQuestion,
  storeClaim,
} from './providers.queries.ts'
import type { Claim, Provider, RequestValues } from './provider-types.ts'
import { getProvider } from './open-providers.ts'
import type { Chain } from '../wallets/wallet-signature.ts'

export type ProviderDeps = AccountsDeps & {
  /** Blockchains whose wallets can be used to sign in. */
  wallets: readonly Chain[]
  publicUrl: URL
  log: { warn: (details: object, message: string) => void }
}

function derive(secret: string, purpose: string, id: string) {
  return createHmac('sha256', secret).update(`provider ${purpose}\0${id}`).digest('base64url')
}

/** Derives a request's secrets from its id, so that they're never stored and a leaked database doesn't contain them. */
export function deriveValues(
  { secret, publicUrl }: ProviderDeps,
  id: string,
  provider: string,
): RequestValues {
  return {
    state: linkToken(secret, 'provider-request', id),
    nonce: derive(secret, 'nonce', id),
    verifier: derive(secret, 'verifier', id),
    returnTo: new URL(`/auth/return/${provider}`, publicUrl).href,
  }
}

/** Returns the error for an unknown or expired request. */
export function over() {
  return new Refusal('PROVIDER_OVER')
}

/** Returns the error for a provider that didn't identify the person, and logs the reason. */
export function refused({ log }: ProviderDeps, { provider }: Provider, error: unknown): Refusal {
  const refusal = providerRefusal(error)
  if (refusal.code === 'PROVIDER_DOWN' || refusal.code === 'PROVIDER_REFUSED')
    log.warn(
      { provider, code: refusal.code, reason: getReason(error) },
      "a provider didn't identify the person",
    )
  return refusal
}

type Begun = { state: string; address: string; nonce: string; expires_at: string }

/**
 * Starts a sign-in with a provider. `user_id` is set if the person is linking the identity to their account.
 * @throws Refusal NOT_FOUND, PROVIDER_DOWN
 */
export async function beginRequest(
  deps: ProviderDeps,
  { provider: name, code_challenge }: { provider: string; code_challenge: string },
  user_id: string | null = null,
): Promise<Begun> {
  const provider = getProvider(deps.providers, name)
  const id = uuidv7()
  const values = deriveValues(deps, id, name)
  const address = await provider.begin(values).catch((error: unknown) => {
    throw refused(deps, provider, error)
  })
  const expires_at = await addRequest(deps.db, { id, provider: name, challenge: code_challenge, user_id })
  return { state: values.state, nonce: values.nonce, address: address.href, expires_at }
}

/** A client's request to continue a sign-in. Only the first one contains the provider's parameters. */
export type Returned = {
  state: string
  code_verifier: string
  code?: string | undefined
  iss?: string | undefined
  id_token?: string | undefined
}

async function ask(provider: Provider, given: Returned, values: RequestValues): Promise<Claim> {
  const { code, iss, id_token } = given
  if (code !== undefined) return provider.exchange({ code, iss }, values)
  if (id_token === undefined || !provider.readIdToken) throw over()
  return provider.readIdToken(id_token, values.nonce)
}

/**
 * Gets the person's identity from the provider and stores it with the request. Calls the provider only once.
 * @throws Refusal PROVIDER_OVER, PROVIDER_REFUSED, PROVIDER_DOWN, IN_PROGRESS
 */
export async function answeredRequest(
  deps: ProviderDeps,
  given: Returned,
): Promise<{ id: string; user_id: string | null; provider: Provider }> {
  const { db, secret } = deps
  const id = parseRowId(secret, 'provider-request', given.state)
  const request = id && (await findRequest(db, id))
  if (!request || !answersChallenge(request.challenge, given.code_verifier)) throw over()
  const provider = deps.providers.get(request.provider)
  if (!provider) throw over()
  const answered = { id: request.id, user_id: request.user_id, provider }
  if (request.subject !== null) return answered
  if (given.code === undefined && given.id_token === undefined) throw over()
  if (!(await reserveQuestion(db, request.id))) throw new Refusal('IN_PROGRESS')
  try {
    const claim = await ask(provider, given, deriveValues(deps, request.id, request.provider))
    await storeClaim(db, request.id, claim)
  } catch (error) {
    await dropRequest(db, request.id)
    throw refused(deps, provider, error)
  }
  return answered
}

type Entered = Returned & { username?: string | undefined; cancel_deletion: boolean }

// Locks the email address, so that a new person's second concurrent request finds the identity from the first one. Its
// owner isn't locked then, so the second request doesn't update the identity, which is new anyway.
async function enter(
  deps: ProviderDeps,
  tx: Tx,
  { id, provider }: { id: string; provider: Provider },
  { username, cancel_deletion }: Entered,
): Promise<ProvenPerson> {
  const known = await findRequest(tx, id)
  if (!known || known.subject === null) throw over()
  const { subject, email, label } = known
  const named = { provider_key: provider.key, subject }
  const owner = await findIdentity(tx, named)
  if (owner) await lockUser(tx, owner.user_id)
  if (email) await lockEmail(tx, email)
  const request = await lockRequest(tx, id)
  if (!request) throw over()
  const identity = await findIdentity(tx, named)
  if (identity) {
    await requireStay(tx, identity.user_id, cancel_deletion)
    if (identity.user_id === owner?.user_id) await noteUse(tx, identity.id, label)
    await dropRequest(tx, id)
    return identity
  }
  if (!email || !request.is_email_proven) throw new Refusal('EMAIL_UNPROVEN')
  if (await findUserByEmail(tx, email)) throw new Refusal('IDENTITY_UNLINKED')
  if (username === undefined) throw new Refusal('USERNAME_MISSING')
  const created = await createAccount(tx, email, username)
  await addIdentity(tx, { ...named, user_id: created.user_id, label })
  await dropRequest(tx, id)
  return created
}

/**
 * Signs in the person identified by the provider. Works only once. New users get an account after choosing a username,
 * if the provider has verified their email address. If an account already has that address, the identity isn't linked,
 * because that requires proof from the account's owner.
 * @throws Refusal PROVIDER_OVER, PROVIDER_REFUSED, PROVIDER_DOWN, IN_PROGRESS, EMAIL_UNPROVEN, IDENTITY_UNLINKED,
 * USERNAME_MISSING, USERNAME_TAKEN, BAD_REQUEST, `LEAVING`, GONE
 */
export async function signInWithProvider(
  deps: ProviderDeps,
  entered: Entered,
  origin: Origin,
): Promise<NewSession> {
  const answered = await answeredRequest(deps, entered)
  if (answered.user_id) throw over()
  const person = await deps.db.transaction().execute((tx) => enter(deps, tx, answered, entered))
  const cancelsDeletion = entered.cancel_deletion
  return startSession(deps, person, origin, { way: 'provider', cancelsDeletion })
}
