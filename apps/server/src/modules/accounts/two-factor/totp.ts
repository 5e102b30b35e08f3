import { createHmac, timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Nollie'
/** 22 base64 characters carry 132 bits; RFC 4226 requires 128. */
const KEY_LETTERS = 22
const STEP_SECONDS = 30
/**
 * How many time steps a clock can be off for its code to be accepted, and for its owner to learn that the clock is
 * wrong.
 */
const ACCEPTED = 1
const REPORTED = 20

// The key is derived from the factor's id, so that it's never stored in a table, archive, or backup.
function deriveKey(secret: string, factor_id: string): string {
  return createHmac('sha256', secret).update(`totp\0${factor_id}`).digest('base64url').slice(0, KEY_LETTERS)
}

function createTotp(secret: string, factor_id: string, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromUTF8(deriveKey(secret, factor_id)),
    period: STEP_SECONDS,
  })
}

/** Returns the setup data for an authenticator app: the secret in base32, and as a URI. */
export function totpSetUp(
  secret: string,
  factor_id: string,
  account: string,
): { secret: string; uri: string } {
  const totp = createTotp(secret, factor_id, account)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

function isEqual(code: string, entered: string): boolean {
  const [one, other] = [Buffer.from(code), Buffer.from(entered)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A code's time step, or how many minutes the app's clock is ahead (negative: behind); null for an invalid code. */
export type ReadTotp = { step: number } | { minutes: number } | null

/** Checks a six-digit code. Does the same amount of work for every code. */
export async function readTotp(
  secret: string,
  { id, last_step }: { id: string; last_step: number },
  entered: string,
  at: number = Date.now(),
): Promise<ReadTotp> {
  const totp = createTotp(secret, id)
  const now = Math.floor(at / 1000 / STEP_SECONDS)
  const offsets = Array.from({ length: 2 * REPORTED + 1 }, (_, index) => index - REPORTED)
  const matching = offsets.filter((offset) =>
    isEqual(totp.generate({ timestamp: (now + offset) * STEP_SECONDS * 1000 }), entered),
  )
  const near = matching.find((offset) => Math.abs(offset) <= ACCEPTED && now + offset > last_step)
  if (near !== undefined) return { step: now + near }
  const far = matching.find((offset) => Math.abs(offset) > ACCEPTED)
  return far === undefined ? null : { minutes: (far * STEP_SECONDS) / 60 }
}
