import { createHmac } from 'node:crypto'
import type { Identity, Viewer } from '@nollie/contract'
import type { Wallet } from '@nollie/contract/accounts'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { v7 as uuidv7 } from 'uuid'
import { lockUser } from '../../../db/lock-user.ts'
import type { Tx } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { type NewSession, startSession } from '../sessions/start-session.service.ts'
import type { Origin } from '../sessions/new-device.service.ts'
import { answersChallenge } from '../sign-in/code-digits.ts'
import { findIdentity, noteUse } from '../identities/identities.queries.ts'
import { linkOnce, storeIdentity } from '../identities/identities.service.ts'
import { requireStay } from '../sign-in/sign-in-gate.ts'
import { linkToken, parseRowId } from '../mails/link-token.ts'
import { lockProven, requireProof } from '../proofs/proofs.service.ts'
import { addRequest, dropRequest, lockRequest } from '../identities/providers.queries.ts'
import type { ProviderDeps } from '../identities/providers.service.ts'
import { isSignedBy, shownAddress, toSubject, walletMessage } from './wallet-signature.ts'

type Request = { id: string; user_id: string | null; expires_at: string }

function computeNonce(secret: string, id: string) {
  return createHmac('sha256', secret).update(`wallet nonce\0${id}`).digest('hex').slice(0, 32)
}

// Builds the message from the request, so that we accept only our own text, and never parse or trust a client's.
function buildMessage(
  { secret, publicUrl }: Pick<ProviderDeps, 'secret' | 'publicUrl'>,
  { id, user_id, expires_at }: Request,
  wallet: Wallet,
): string {
  const to = new Date(expires_at)
  return walletMessage(wallet, {
    site: publicUrl,
    to,
    from: new Date(to.getTime() - ACCOUNT_LIMITS.provider_minutes * 60_000),
    nonce: computeNonce(secret, id),
    statement: user_id ? 'Link this wallet to your Nollie account.' : 'Sign in to Nollie.',
  })
}

type Wanted = { wallet: Wallet; code_challenge: string }
type Begun = { state: string; message: string; expires_at: string }

/**
 * Starts a sign-in with a wallet. `user_id` is set if the person is linking the wallet to their account.
 * @throws Refusal NOT_FOUND
 */
export async function requestWallet(
  deps: ProviderDeps,
  { wallet, code_challenge }: Wanted,
  user_id: string | null = null,
): Promise<Begun> {
  if (!deps.wallets.includes(wallet.chain)) throw new Refusal('NOT_FOUND')
  const id = uuidv7()
  const request = { id, provider: wallet.chain, challenge: code_challenge, user_id }
  const expires_at = await addRequest(deps.db, request)
  return {
    state: linkToken(deps.secret, 'wallet-request', id),
    message: buildMessage(deps, { id, user_id, expires_at }, wallet),
    expires_at,
  }
}

/**
 * Starts linking a wallet to the viewer's account.
 * @throws Refusal PROOF_NEEDED, NOT_FOUND
 */
export async function requestWalletLink(deps: ProviderDeps, viewer: Viewer, wanted: Wanted): Promise<Begun> {
  await requireProof(deps, viewer, { password: undefined, field: '' })
  return requestWallet(deps, wanted, viewer.user_id)
}

type Signed = { state: string; code_verifier: string; wallet: Wallet; signature: string }

// If this throws, the request stays valid, because the person may try another of the wallet's accounts.
async function useRequest(
  deps: ProviderDeps,
  tx: Tx,
  { state, code_verifier, wallet, signature }: Signed,
  user_id: string | null,
): Promise<void> {
  const id = parseRowId(deps.secret, 'wallet-request', state)
  const request = id && (await lockRequest(tx, id))
  if (!request || !answersChallenge(request.challenge, code_verifier) || request.user_id !== user_id)
    throw new Refusal('PROVIDER_OVER')
  const isProven =
    request.provider === wallet.chain && isSignedBy(wallet, buildMessage(deps, request, wallet), signature)
  if (!isProven) throw new Refusal('WALLET_REFUSED')
  await dropRequest(tx, request.id)
}

function named(wallet: Wallet) {
  return { provider_key: wallet.chain, subject: toSubject(wallet) }
}

/**
 * Signs in the person who linked the wallet that signed the message. Each message works only once.
 * @throws Refusal PROVIDER_OVER, WALLET_REFUSED, WALLET_UNLINKED, `LEAVING`, GONE
 */
export async function signInWithWallet(
  deps: ProviderDeps,
  { cancel_deletion, ...signed }: Signed & { cancel_deletion: boolean },
  origin: Origin,
): Promise<NewSession> {
  const person = await deps.db.transaction().execute(async (tx) => {
    const owner = await findIdentity(tx, named(signed.wallet))
    if (owner) await lockUser(tx, owner.user_id)
    await useRequest(deps, tx, signed, null)
    const identity = await findIdentity(tx, named(signed.wallet))
    if (!identity || identity.user_id !== owner?.user_id) throw new Refusal('WALLET_UNLINKED')
    await requireStay(tx, identity.user_id, cancel_deletion)
    await noteUse(tx, identity.id, shownAddress(signed.wallet))
    return identity
  })
  return startSession(deps, person, origin, { way: 'wallet', cancelsDeletion: cancel_deletion })
}

/**
 * Links a wallet to the viewer's account, and emails the owner.
 * @throws Refusal PROOF_NEEDED, PROVIDER_OVER, WALLET_REFUSED, IDENTITY_ALREADY_EXISTS
 */
export async function linkWallet(deps: ProviderDeps, viewer: Viewer, signed: Signed): Promise<Identity> {
  const { user_id } = viewer
  await requireProof(deps, viewer, { password: undefined, field: '' })
  return linkOnce(deps, async (tx) => {
    await lockProven(tx, viewer)
    await useRequest(deps, tx, signed, user_id)
    const label = shownAddress(signed.wallet)
    return storeIdentity(deps, tx, user_id, { ...named(signed.wallet), label })
  })
}
