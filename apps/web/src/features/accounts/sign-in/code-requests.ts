import { ApiError, call } from '../../../lib/api.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { enter, type SignedIn } from '../account-requests.ts'
import { makePair } from './pkce.ts'
import { withChallenge } from '../sign-up/with-challenge.ts'

/** A sign-in code that was requested on this device. */
export type AskedCode = { code_id: string; next: string | null }
/** Adds the PKCE verifier for the emailed link; null in browsers that can't compute digests. */
type Stored = AskedCode & { verifier: string | null; at: number }

const NAME = 'nollie.codes'
/** How long (ms) this device remembers a request, which is how long new people have to choose a username. */
const REMEMBERED_MS = 40 * 60_000
const REMEMBERED_MAX = 5

function isStored(value: unknown): value is Stored {
  const { code_id, next, verifier, at } = (value ?? {}) as Partial<Record<keyof Stored, unknown>>
  const isTextOrNull = (one: unknown) => one === null || typeof one === 'string'
  return typeof code_id === 'string' && isTextOrNull(next) && isTextOrNull(verifier) && typeof at === 'number'
}

function remembered(now = Date.now()): Stored[] {
  const stored = readStored(NAME)
  if (!Array.isArray(stored)) return []
  return stored.filter(isStored).filter(({ at }) => at <= now && now - at < REMEMBERED_MS)
}

/**
 * Requests a code for an email address. This device remembers the request, but not the address. If `hasLink` is false,
 * the emailed link only shows the code. Throws `ApiError`.
 */
export async function requestCode(
  email: string,
  next: string | null,
  { hasLink = true } = {},
): Promise<AskedCode> {
  // If there's no PKCE pair, the link only shows the code.
  const pair = hasLink ? await makePair() : null
  const body = { email, ...(pair && { code_challenge: pair.challenge }), ...(next && { next }) }
  const { code_id } = await withChallenge((headers) => call('POST /api/auth/codes', { body, headers }))
  const asked = { code_id, next }
  const stored: Stored = { ...asked, verifier: pair?.verifier ?? null, at: Date.now() }
  writeStored(NAME, [...remembered(), stored].slice(-REMEMBERED_MAX))
  return asked
}

/** Returns the code with this ID if this device requested it and can use its emailed link; otherwise null. */
export function findRequestedCode(code_id: string): AskedCode | null {
  return remembered().find((one) => one.code_id === code_id && one.verifier !== null) ?? null
}

type Entered = {
  code_id: string
  /** The digits, or the token from the emailed link. */
  code: string
  username?: string
  /** A code that verified a phone number, and the code's ID. The new account gets this number. */
  phone_code?: string
  phone_code_id?: string
  /** Whether to cancel a pending account deletion. */
  cancel_deletion?: boolean
}

/** Signs in with a code, or uses it and a username to create an account. Throws `ApiError`. */
export async function signInWithCode(entered: Entered): Promise<SignedIn> {
  const verifier = remembered().find(({ code_id }) => code_id === entered.code_id)?.verifier
  const body = { ...entered, ...(verifier && { code_verifier: verifier }) }
  const signedIn = await enter(call('POST /api/auth/code-sign-ins', { body }))
  writeStored(NAME, null)
  return signedIn
}

/** Whether the code was correct but a username is still needed. */
export function needsUsername(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'USERNAME_MISSING'
}

/** Removes separators from a typed or pasted code. The server refuses any code that isn't six digits. */
export function stripSeparators(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '')
}
