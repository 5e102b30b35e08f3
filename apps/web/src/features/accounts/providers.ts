import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { accountKeys } from '../../lib/keys/accounts.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { enter, type SignedIn } from './accounts.ts'
import { makePair } from './pkce.ts'

/** A request to a provider that this device made, until its answer is used. */
export type AskedProvider = {
  provider: string
  state: string
  verifier: string
  /** The path that the person wanted. */
  next: string | null
}
type Stored = AskedProvider & { at: number }

const NAME = 'nollie.providers'
/** How long a device remembers, in ms: as long as somebody may choose a name after they came back. */
const REMEMBERED_MS = 45 * 60_000
const REMEMBERED_MAX = 5

const isStored = (value: unknown): value is Stored => {
  const { provider, state, verifier, next, at } = (value ?? {}) as Partial<Record<keyof Stored, unknown>>
  const areTexts = [provider, state, verifier].every((one) => typeof one === 'string')
  return areTexts && (next === null || typeof next === 'string') && typeof at === 'number'
}

const remembered = (now = Date.now()): Stored[] => {
  const stored = readStored(NAME)
  if (!Array.isArray(stored)) return []
  return stored.filter(isStored).filter(({ at }) => at <= now && now - at < REMEMBERED_MS)
}

/** The providers that this server is configured for. */
export const providersQuery = queryOptions({
  queryKey: accountKeys.providers,
  queryFn: ({ signal }) => call('GET /api/auth/providers', { signal }).then(({ items }) => items),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Goes to a provider, to come back to `/auth/return/{provider}`. Throws `ApiError`. */
export async function goToProvider(provider: string, next: string | null): Promise<void> {
  const pair = await makePair()
  if (!pair) return
  const body = { provider, code_challenge: pair.challenge }
  const { state, address } = await call('POST /api/auth/provider-requests', { body })
  const stored: Stored = { provider, state, verifier: pair.verifier, next, at: Date.now() }
  writeStored(NAME, [...remembered(), stored].slice(-REMEMBERED_MAX))
  location.assign(address)
}

/** The request of this device that a return address belongs to. */
export const askedProvider = (provider: string, state: string): AskedProvider | null =>
  remembered().find((one) => one.provider === provider && one.state === state) ?? null

/** What a return address has. */
export type ProviderReturn = { code: string; iss?: string }

type Entered = Partial<ProviderReturn> & { username?: string; cancel_deletion?: boolean }

/** Signs in with what a provider gave, or creates the account with a username. Throws `ApiError`. */
export async function signInWithProvider(
  { state, verifier }: AskedProvider,
  entered: Entered,
): Promise<SignedIn> {
  const body = { state, code_verifier: verifier, ...entered }
  const signedIn = await enter(await call('POST /api/auth/provider-sign-ins', { body }))
  writeStored(NAME, null)
  return signedIn
}

/** Whether a failed sign-in was begun too long ago, or on another device. */
export const isProviderOver = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PROVIDER_OVER'
