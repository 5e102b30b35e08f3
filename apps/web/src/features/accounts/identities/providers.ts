import type { Provider } from '@nollie/contract'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../../lib/api.ts'
import { accountKeys } from '../../../lib/keys/accounts.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { enter, type SignedIn } from '../account-requests.ts'
import { makePair } from '../sign-in/pkce.ts'

/** A sign-in request to a provider, stored on this device until its response is used. */
export type AskedProvider = {
  provider: string
  /** The provider's display name. */
  title: string
  state: string
  verifier: string
  /** The path to open after signing in. */
  next: string | null
  /** `link` links the identity to the signed-in account; `later` does so after signing in another way. */
  for: 'sign-in' | 'link' | 'later'
}
type Stored = AskedProvider & { at: number }

const NAME = 'nollie.providers'
/**
 * How long (ms) this device remembers a request, which is how long people have to choose a username after returning.
 */
const REMEMBERED_MS = 45 * 60_000
const REMEMBERED_MAX = 5

function isStored(value: unknown): value is Stored {
  const { next, at, ...texts } = (value ?? {}) as Partial<Record<keyof Stored, unknown>>
  const { provider, title, state, verifier, for: purpose } = texts
  const areTexts = [provider, title, state, verifier, purpose].every((one) => typeof one === 'string')
  return areTexts && (next === null || typeof next === 'string') && typeof at === 'number'
}

function remembered(now = Date.now()): Stored[] {
  const stored = readStored(NAME)
  if (!Array.isArray(stored)) return []
  return stored.filter(isStored).filter(({ at }) => at <= now && now - at < REMEMBERED_MS)
}

function remember(asked: AskedProvider): void {
  return writeStored(NAME, [...remembered(), { ...asked, at: Date.now() }].slice(-REMEMBERED_MAX))
}

/** The configured sign-in providers, and whether organizations can sign in here. */
export const providersQuery = queryOptions({
  queryKey: accountKeys.providers,
  queryFn: ({ signal }) => call('GET /api/auth/providers', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

type Destination = { provider: Provider; next: string | null; links?: boolean }

/**
 * Redirects to a provider, which returns to `/auth/return/{provider}`. The provider's response either signs the person
 * in or links the identity to the signed-in account. Throws `ApiError`.
 */
export async function goToProvider({ provider, next, links = false }: Destination): Promise<void> {
  const pair = await makePair()
  if (!pair) return
  const body = { provider: provider.provider, code_challenge: pair.challenge }
  const { state, address } = links
    ? await call('POST /api/account/identity-requests', { body })
    : await call('POST /api/auth/provider-requests', { body })
  remember({ ...provider, state, verifier: pair.verifier, next, for: links ? 'link' : 'sign-in' })
  location.assign(address)
}

/**
 * Redirects to the sign-in page of an email address's organization, which then returns like any other provider. Only
 * the domain is sent. Throws `ApiError`.
 */
export async function goToOrganization(email: string, next: string | null): Promise<void> {
  const pair = await makePair()
  if (!pair) return
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const body = { domain, code_challenge: pair.challenge }
  const { provider, title, state, address } = await call('POST /api/auth/sso', { body })
  remember({ provider, title, state, verifier: pair.verifier, next, for: 'sign-in' })
  location.assign(address)
}

/** Returns the request on this device that matches a return URL; null if there is none. */
export function askedProvider(provider: string, state: string): AskedProvider | null {
  return remembered().find((one) => one.provider === provider && one.state === state) ?? null
}

/** Returns the request whose identity will be linked after signing in another way; null if there is none. */
export function waitingProvider(provider: string): AskedProvider | null {
  return remembered().findLast((one) => one.provider === provider && one.for === 'later') ?? null
}

/** Marks a request's identity for linking after signing in another way. */
export function linkLater({ state }: AskedProvider): void {
  return writeStored(
    NAME,
    remembered().map((one) => (one.state === state ? { ...one, for: 'later' } : one)),
  )
}

/** Links a request's identity to the signed-in account. Throws `ApiError`. */
export async function linkIdentity(
  { state, verifier }: AskedProvider,
  returned: Partial<ProviderReturn> = {},
): Promise<void> {
  await call('POST /api/account/identities', { body: { state, code_verifier: verifier, ...returned } })
  writeStored(NAME, null)
}

/** The parameters of a return URL. */
export type ProviderReturn = { code: string; iss?: string }

type Entered = Partial<ProviderReturn> & { username?: string; cancel_deletion?: boolean }

/** Signs in with a provider's response, or creates an account with a username. Throws `ApiError`. */
export async function signInWithProvider(
  { state, verifier }: AskedProvider,
  entered: Entered,
): Promise<SignedIn> {
  const body = { state, code_verifier: verifier, ...entered }
  const signedIn = await enter(call('POST /api/auth/provider-sign-ins', { body }))
  writeStored(NAME, null)
  return signedIn
}

/** Whether a sign-in failed because it was started too long ago or on another device. */
export function isProviderOver(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PROVIDER_OVER'
}
