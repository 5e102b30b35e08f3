import type { Factor } from '@nollie/contract'
import type { Tx } from '../../../db/open.ts'
import { type Refusal, refusedField } from '../../../platform/http/index.ts'
import type { Jobs } from '../../../platform/jobs/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { isCode, readCode } from '../sign-in/code-digits.ts'
import { type lockFactors, storeFactorUse } from './factors.queries.ts'
import { takeRecoveryCode } from './recovery-codes.queries.ts'
import {
  countWrongPhoneTry,
  dropPhoneCode,
  findNumber,
  lockPhoneCode,
} from '../phone-numbers/phones.queries.ts'
import { digestOfRecoveryCode } from './recovery-code.ts'
import { readTotp } from './totp.ts'
import { say, type Sentence } from '../../../platform/languages/index.ts'

/** A factor with the data needed to check a code. */
export type StoredFactor = Awaited<ReturnType<typeof lockFactors>>[number]
/** The time step that a code uses up, or why the code is rejected. */
type Read = { step: number } | { refusal: Refusal } | null

const NOT_RIGHT = say`This code is wrong or was already used. It changes every 30 seconds, so your phone’s clock must be right.`

function refuseCode(detail: Sentence): Refusal {
  return refusedField('WRONG_CODE', 'code', detail)
}

function roundMinutes(minutes: number) {
  return Math.max(1, Math.round(Math.abs(minutes)))
}

function clockIs(minutes: number): Refusal {
  return refuseCode(
    minutes < 0
      ? say`Your phone’s clock is ${roundMinutes(minutes)} minutes slow. Set it to update automatically, then try again.`
      : say`Your phone’s clock is ${roundMinutes(minutes)} minutes fast. Set it to update automatically, then try again.`,
  )
}

// Never confirms a code from the near future, except to people setting up the factor, who know its secret.
async function readApp(secret: string, factor: StoredFactor, entered: string): Promise<Read> {
  const read = await readTotp(secret, factor, readCode(entered))
  if (!read || 'step' in read) return read
  return read.minutes < 0 || !factor.proven_at ? { refusal: clockIs(read.minutes) } : null
}

/** How to check a code, for each kind of factor. */
const KINDS: Record<
  Factor['kind'],
  (secret: string, factor: StoredFactor, entered: string) => Promise<Read>
> = {
  totp: readApp,
  // Passkeys have no code, and codes from text messages are identified by an id.
  passkey: async () => null,
  sms: async () => null,
}

/**
 * A code that a person entered. With `code_id`, it's from a text message and valid only for this session or sign-in.
 */
export type EnteredFactor = {
  code: string
  code_id?: string | undefined
  boundTo: { session_id: string } | { factor_challenge_id: string }
}

/** Whether this kind of factor counts as a second factor after this sign-in method. */
export function isSecondTo(way: string, kind: Factor['kind']): boolean {
  return !(way === 'phone' && kind === 'sms')
}

/** The factor whose code was accepted, or a refusal, which isn't thrown, so that the attempt is counted. */
export type Tried = { factor: StoredFactor } | { kind: 'recovery_code' } | { refusal: Refusal }

async function readMessage(
  tx: Tx,
  { secret, user_id }: { secret: string; user_id: string },
  factors: StoredFactor[],
  { code, code_id, boundTo }: EnteredFactor & { code_id: string },
): Promise<Tried> {
  const factor = factors.find(({ kind }) => kind === 'sms')
  const found = await lockPhoneCode(tx, code_id)
  const isBound =
    'session_id' in boundTo
      ? found?.session_id === boundTo.session_id
      : found?.factor_challenge_id === boundTo.factor_challenge_id
  // The code must be for the current number, because the number may have changed since.
  if (!factor || !found || !isBound || found.number !== (await findNumber(tx, user_id)))
    return { refusal: refuseCode(say`This code has expired. Request a new one.`) }
  if (!isCode(secret, code_id, code)) {
    await countWrongPhoneTry(tx, code_id)
    return { refusal: refuseCode(say`That’s not the right code. Check the latest text message.`) }
  }
  await dropPhoneCode(tx, code_id)
  await storeFactorUse(tx, factor.id, 0)
  return { factor }
}

/** Checks a code against a person's factors and recovery codes. Using a recovery code sends an email. */
export async function tryFactor(
  tx: Tx,
  who: { jobs: Jobs; secret: string; user_id: string },
  factors: StoredFactor[],
  entered: EnteredFactor,
): Promise<Tried> {
  const { code, code_id } = entered
  if (code_id !== undefined) return readMessage(tx, who, factors, { ...entered, code_id })
  let refusal = refuseCode(NOT_RIGHT)
  for (const factor of factors) {
    const read = await KINDS[factor.kind](who.secret, factor, code)
    if (read && 'refusal' in read) refusal = read.refusal
    if (!read || 'refusal' in read) continue
    await storeFactorUse(tx, factor.id, read.step)
    return { factor }
  }
  const digest = digestOfRecoveryCode(who.secret, who.user_id, code)
  const isOn = factors.some(({ proven_at }) => proven_at)
  if (!isOn || !(await takeRecoveryCode(tx, who.user_id, digest))) return { refusal }
  await who.jobs.send(tx, ACCOUNT_MAIL, { what: 'recovery_code_used', user_id: who.user_id })
  return { kind: 'recovery_code' }
}
