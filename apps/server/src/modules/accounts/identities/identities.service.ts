import type { Identity, Viewer } from '@nollie/contract'
import { lockUser } from '../../../db/lock-user.ts'
import type { Db, Tx } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { findPassword } from '../sign-in/password.queries.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import {
  addIdentity,
  deleteIdentity,
  findIdentity,
  findRecentIdentity,
  type IdentityRow,
  IDENTITY_KEY,
  selectIdentities,
} from './identities.queries.ts'
import { parseRowId } from '../mails/link-token.ts'
import { isChain, WALLET_TITLES } from '../wallets/wallet-signature.ts'
import { isUnusable } from '../sign-in/password-hash.ts'
import { closeToOthers } from '../two-factor/close-to-others.ts'
import { lockProven, requireProof } from '../proofs/proofs.service.ts'
import type { Provider, Providers } from './provider-types.ts'
import { dropRequest, lockRequest } from './providers.queries.ts'
import { answeredRequest, beginRequest, type ProviderDeps, type Returned } from './providers.service.ts'

const FRESH = { password: undefined, field: '' }

/** Returns a provider's display name, or its host if it's no longer configured. */
export function getTitle(providers: Providers, key: string): string {
  if (isChain(key)) return WALLET_TITLES[key]
  const known = [...providers.values()].find((one) => one.key === key)
  if (known) return known.title
  const address = key.replace(/^saml:/, '')
  return (URL.canParse(address) && new URL(address).host) || address
}

function shown(providers: Providers, { provider_key, updated_at, ...row }: IdentityRow): Identity {
  return {
    ...row,
    title: getTitle(providers, provider_key),
    chain: isChain(provider_key) ? provider_key : null,
    last_used_at: updated_at,
  }
}

async function hasPassword(db: Db, user_id: string): Promise<boolean> {
  const hash = await findPassword(db, user_id)
  return typeof hash === 'string' && !isUnusable(hash)
}

/** Returns a person's sign-in methods other than emailed codes. */
export async function listIdentities(
  { db, providers }: Pick<ProviderDeps, 'db' | 'providers'>,
  { user_id }: Pick<Viewer, 'user_id'>,
): Promise<{ items: Identity[]; has_password: boolean }> {
  return {
    items: (await selectIdentities(db, user_id)).map((row) => shown(providers, row)),
    has_password: await hasPassword(db, user_id),
  }
}

/**
 * Starts linking an identity to the viewer's account.
 * @throws Refusal PROOF_NEEDED, NOT_FOUND, PROVIDER_DOWN
 */
export async function requestIdentity(
  deps: ProviderDeps,
  viewer: Viewer,
  wanted: { provider: string; code_challenge: string },
): ReturnType<typeof beginRequest> {
  await requireProof(deps, viewer, FRESH)
  return beginRequest(deps, wanted, viewer.user_id)
}

function alreadyExists() {
  return new Refusal('IDENTITY_ALREADY_EXISTS')
}

type Named = { provider_key: string; subject: string; label: string | null }

/**
 * Stores an identity's owner, and emails them.
 * @throws Refusal IDENTITY_ALREADY_EXISTS, SESSION_MISSING
 */
export async function storeIdentity(
  { jobs, providers }: Pick<ProviderDeps, 'jobs' | 'providers'>,
  tx: Tx,
  user_id: string,
  { label, ...named }: Named,
): Promise<Identity> {
  const linked = await findIdentity(tx, named)
  if (linked && linked.user_id !== user_id) throw alreadyExists()
  const identity_id = linked?.id ?? (await addIdentity(tx, { ...named, user_id, label }))
  const title = getTitle(providers, named.provider_key)
  if (!linked) await jobs.send(tx, ACCOUNT_MAIL, { what: 'identity_linked', identity_id, title })
  const row = (await selectIdentities(tx, user_id)).find((one) => one.id === identity_id)
  if (!row) throw new Refusal('SESSION_MISSING')
  return shown(providers, row)
}

/** Runs `link` in a transaction. If two people link the same identity, only the first one succeeds. */
export function linkOnce<T>({ db }: { db: Db }, link: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .execute(link)
    .catch((error: { constraint?: string }) => {
      throw error.constraint === IDENTITY_KEY ? alreadyExists() : error
    })
}

async function link(
  deps: ProviderDeps,
  tx: Tx,
  viewer: Viewer,
  { id, provider }: { id: string; provider: Provider },
): Promise<Identity> {
  await lockProven(tx, viewer)
  const request = await lockRequest(tx, id)
  if (!request || request.subject === null) throw new Refusal('PROVIDER_OVER')
  const { subject, label } = request
  await dropRequest(tx, id)
  return storeIdentity(deps, tx, viewer.user_id, { provider_key: provider.key, subject, label })
}

/**
 * Links an identity to the viewer's account, and emails the owner. If two people link it, the first one succeeds.
 * @throws Refusal PROOF_NEEDED, PROVIDER_OVER, PROVIDER_REFUSED, PROVIDER_DOWN, IN_PROGRESS, IDENTITY_ALREADY_EXISTS
 */
export async function linkIdentity(deps: ProviderDeps, viewer: Viewer, given: Returned): Promise<Identity> {
  // Checks the proof first, because the provider can be called only once per request.
  await requireProof(deps, viewer, FRESH)
  const answered = await answeredRequest(deps, given)
  if (answered.user_id && answered.user_id !== viewer.user_id) throw new Refusal('PROVIDER_OVER')
  return linkOnce(deps, (tx) => link(deps, tx, viewer, answered))
}

/**
 * Unlinks an identity, and emails the owner. Another identity or a password must remain as a way to sign in. Email
 * doesn't count, because the mailbox is often with the same provider.
 * @throws Refusal PROOF_NEEDED, IDENTITY_NOT_FOUND, SINGLE_IDENTITY_NOT_DELETABLE, SESSION_MISSING
 */
export async function unlinkIdentity(deps: ProviderDeps, viewer: Viewer, identity_id: string): Promise<void> {
  const { user_id } = viewer
  const own = await selectIdentities(deps.db, user_id)
  if (!own.some(({ id }) => id === identity_id)) throw new Refusal('IDENTITY_NOT_FOUND')
  await requireProof(deps, viewer, FRESH)
  await deps.db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    const identities = await selectIdentities(tx, user_id)
    const one = identities.find(({ id }) => id === identity_id)
    if (!one) throw new Refusal('IDENTITY_NOT_FOUND')
    if (identities.length === 1 && !(await hasPassword(tx, user_id)))
      throw new Refusal('SINGLE_IDENTITY_NOT_DELETABLE')
    await deleteIdentity(tx, identity_id)
    const title = getTitle(deps.providers, one.provider_key)
    await deps.jobs.send(tx, ACCOUNT_MAIL, { what: 'identity_unlinked', user_id, title })
  })
}

/**
 * Undoes the linking of an identity. The person who linked it was able to act as the owner, so {@link closeToOthers}
 * secures the account, and an email lets the owner choose a new password.
 * @throws Refusal BAD_TOKEN
 */
export async function undoIdentity({ db, jobs, secret }: ProviderDeps, token: string): Promise<void> {
  const id = parseRowId(secret, 'undo-identity', token)
  const identity = id && (await findRecentIdentity(db, id))
  if (!identity) throw new Refusal('BAD_TOKEN')
  const { user_id } = identity
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    if (!(await deleteIdentity(tx, id))) throw new Refusal('BAD_TOKEN')
    await closeToOthers({ jobs }, tx, user_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'identity_undone', user_id })
  })
}
