import type { Factor } from '@nollie/contract'
import type { Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { readCode } from './code-of.ts'
import { type lockFactors, storeFactorUse, takeRecoveryCode } from './factors.queries.ts'
import { digestOfRecoveryCode } from './recovery-code.ts'
import { readTotp } from './totp.ts'

/** A factor as a proof of it is checked. */
export type StoredFactor = Awaited<ReturnType<typeof lockFactors>>[number]
/** The time step that is used up by it; or why not. */
type Read = { step: number } | { refusal: Refusal } | null

const refusalOf = (detail?: string): Refusal => {
  const refusal = new Refusal('WRONG_CODE', {
    detail:
      detail ??
      'This code is not right, or was used already. It changes every 30 seconds; the clock of your phone must be right.',
  })
  return new Refusal('WRONG_CODE', { detail: refusal.message, fields: { code: refusal.message } })
}

const clockIs = (minutes: number): Refusal =>
  refusalOf(
    `The clock of your phone is ${Math.max(1, Math.round(Math.abs(minutes)))} minutes ${minutes < 0 ? 'slow' : 'fast'}. Let it set its time automatically, then try again.`,
  )

// A code of the next minutes must not be confirmed to somebody who guesses; who begins the factor knows its secret.
const readApp = async (secret: string, factor: StoredFactor, entered: string): Promise<Read> => {
  const read = await readTotp(secret, factor, readCode(entered))
  if (!read || 'step' in read) return read
  return read.minutes < 0 || !factor.proven_at ? { refusal: clockIs(read.minutes) } : null
}

/** How a code of each kind of factor is read. Another kind is one more line. */
const KINDS: Record<
  Factor['kind'],
  (secret: string, factor: StoredFactor, entered: string) => Promise<Read>
> = {
  totp: readApp,
  // A passkey has no code.
  passkey: async () => null,
}

/** What an accepted code belonged to; or the refusal, which is returned because the count of tries is to stay. */
export type Tried = { factor: StoredFactor } | { kind: 'recovery_code' } | { refusal: Refusal }

/** Tries a code with one factor of a person. */
export const tryFactor = async (
  tx: Tx,
  { secret, user_id }: { secret: string; user_id: string },
  factors: StoredFactor[],
  entered: string,
): Promise<Tried> => {
  let refusal = refusalOf()
  for (const factor of factors) {
    const read = await KINDS[factor.kind](secret, factor, entered)
    if (read && 'refusal' in read) refusal = read.refusal
    if (!read || 'refusal' in read) continue
    await storeFactorUse(tx, factor.id, read.step)
    return { factor }
  }
  const digest = digestOfRecoveryCode(secret, user_id, entered)
  if (factors.some(({ proven_at }) => proven_at) && (await takeRecoveryCode(tx, user_id, digest)))
    return { kind: 'recovery_code' }
  return { refusal }
}
