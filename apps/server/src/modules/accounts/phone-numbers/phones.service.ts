import type { EnteredCode, Phone, Viewer } from '@nollie/contract'
import { v7 as uuidv7 } from 'uuid'
import { lockUser } from '../../../db/lock-user.ts'
import type { Tx } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { type NewSession, startSession } from '../sessions/start-session.service.ts'
import type { Origin } from '../sessions/new-device.service.ts'
import type { ProvenPerson } from '../sessions/signing-in.ts'
import { isCode, wrongCode } from '../sign-in/code-digits.ts'
import { dropFactorOf } from '../two-factor/factors.queries.ts'
import { requireStay } from '../sign-in/sign-in-gate.ts'
import {
  getLastDigits,
  keyOfNumber,
  type PhoneSettings,
  type ReadNumber,
  readNumber,
} from './phone-number.ts'
import { PHONE_MESSAGE } from './phone-messages.ts'
import {
  addPhoneCode,
  countWrongPhoneTry,
  deletePhone,
  dropPhoneCode,
  findOwner,
  findPhoneCode,
  lockNumberAndCode,
  markNumberProven,
  storePhone,
  takeFromOther,
} from './phones.queries.ts'
import { lockProven, requireProof } from '../proofs/proofs.service.ts'
import { type Asker, requireWork } from '../sign-up/challenges.service.ts'

/** Dependencies for phone numbers. `phones` is null if this server can't send text messages. */
export type PhoneDeps = AccountsDeps & { phones: PhoneSettings | null }

type Requested = { code_id: string; expires_at: string }
type Wanted = {
  creates_account: boolean
  session_id?: string
  factor_challenge_id?: string
}

function over() {
  return new Refusal('CODE_OVER')
}

type Bound = { session_id: string | null; factor_challenge_id: string | null }
// Codes that add a number or act as a second factor can't be used to sign in.
function isForMembers({ session_id, factor_challenge_id }: Bound) {
  return session_id !== null || factor_challenge_id !== null
}

/**
 * Returns the rate limit key for requests about a number. The owner's devices are counted separately, so that strangers
 * can't use up the owner's messages.
 */
export async function countedAs(
  { db, devices, secret }: PhoneDeps,
  number: string,
  cookies: string | undefined,
): Promise<{ key: string }> {
  const email = (await findOwner(db, number))?.email ?? ''
  return (await devices.find(cookies, email)) ?? keyOfNumber(secret, number)
}

/**
 * Sends a code to a number, subject to all message limits. Every request counts, even if no message is sent because the
 * number is unknown, since limits mustn't reveal that.
 * @throws Refusal TOO_MANY
 */
export async function sendPhoneCode(
  { db, jobs, rates }: PhoneDeps,
  { number, country }: ReadNumber,
  wanted: Wanted,
  subject: { key: string } | { user: string },
): Promise<Requested> {
  await rates.hit('phone_number', subject)
  // Counted when the message is sent (phone-messages.ts), so an undeliverable message doesn't use up any quota.
  await rates.requireRoom('phone_country', { key: country })
  await rates.requireRoom('phone_day', { key: 'all' })
  const code_id = uuidv7()
  return db.transaction().execute(async (tx) => {
    const expires_at = await addPhoneCode(tx, { id: code_id, number, ...wanted })
    // Messages to members have priority.
    await jobs.send(
      tx,
      PHONE_MESSAGE,
      { code_id },
      { urgent: Boolean(wanted.session_id ?? wanted.factor_challenge_id) },
    )
    return { code_id, expires_at }
  })
}

/**
 * Requests a code for a number, whether or not it has an account.
 * @throws Refusal BAD_REQUEST, NOT_FOUND, WORK_NEEDED, PROVIDER_DOWN, TOO_MANY
 */
export async function requestPhoneCode(
  deps: PhoneDeps,
  { phone, creates_account }: { phone: string; creates_account: boolean },
  asker: Asker,
): Promise<Requested> {
  const read = readNumber(deps.phones, phone)
  await requireWork(deps, keyOfNumber(deps.secret, read.number), asker)
  const subject = await countedAs(deps, read.number, asker.cookies)
  return sendPhoneCode(deps, read, { creates_account }, subject)
}

type Tried = ProvenPerson | { refusal: Refusal }

async function tryCode(
  deps: AccountsDeps,
  tx: Tx,
  { code_id, code, cancel_deletion }: EnteredCode & { cancel_deletion: boolean },
): Promise<Tried> {
  const found = await lockNumberAndCode(tx, code_id)
  if (!found || isForMembers(found)) return { refusal: over() }
  if (!isCode(deps.secret, code_id, code)) {
    await countWrongPhoneTry(tx, code_id)
    return { refusal: wrongCode() }
  }
  const owner = await findOwner(tx, found.number)
  if (!owner && !found.creates_account) return { refusal: over() }
  if (!owner) {
    await markNumberProven(tx, code_id)
    return { refusal: new Refusal('EMAIL_MISSING') }
  }
  // The code was correct, so it stays valid if an error occurs from here on.
  await requireStay(tx, owner.user_id, cancel_deletion)
  await dropPhoneCode(tx, code_id)
  return owner
}

/**
 * Signs in with a code sent to a phone number. Works only once. If the number has no account, the code verifies it, and
 * the account that is then created with an emailed code gets the number.
 * @throws Refusal WRONG_CODE, CODE_OVER, EMAIL_MISSING, FACTOR_NEEDED, `LEAVING`, GONE, TOO_MANY
 */
export async function signInWithPhoneCode(
  deps: PhoneDeps,
  entered: EnteredCode & { cancel_deletion: boolean },
  origin: Origin,
): Promise<NewSession> {
  const { db, rates, devices, secret } = deps
  const found = await findPhoneCode(db, entered.code_id)
  if (!found || isForMembers(found)) throw over()
  if (!found.proven_at) {
    const email = (await findOwner(db, found.number))?.email ?? ''
    const device = await devices.find(origin.cookies, email)
    await rates.hit('code_tries', device ?? keyOfNumber(secret, found.number))
  }
  const tried = await db.transaction().execute((tx) => tryCode(deps, tx, entered))
  if ('refusal' in tried) throw tried.refusal
  const cancelsDeletion = entered.cancel_deletion
  return startSession(deps, tried, origin, { way: 'phone', cancelsDeletion })
}

// Carriers reassign numbers, so a number belongs to the last person who verified it. The caller must have locked it.
async function give({ jobs }: Pick<AccountsDeps, 'jobs'>, tx: Tx, user_id: string, number: string) {
  const other = await takeFromOther(tx, user_id, number)
  if (other)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'phone_lost', user_id: other, name: getLastDigits(number) })
  return storePhone(tx, user_id, number)
}

/**
 * Gives a new account the number that was verified with this code.
 * @throws Refusal CODE_OVER
 */
export async function giveProvenNumber(
  deps: Pick<AccountsDeps, 'jobs' | 'secret'>,
  tx: Tx,
  user_id: string,
  { code_id, code }: EnteredCode,
): Promise<void> {
  const proven = await lockNumberAndCode(tx, code_id)
  if (!proven?.proven_at || !isCode(deps.secret, code_id, code)) throw over()
  await give(deps, tx, user_id, proven.number)
  await dropPhoneCode(tx, code_id)
}

/**
 * Requests a code for adding a number to the viewer's account. Requires a recent proof of identity.
 * @throws Refusal PROOF_NEEDED, and errors from {@link requestPhoneCode}
 */
export async function requestPhoneProof(deps: PhoneDeps, viewer: Viewer, phone: string): Promise<Requested> {
  await requireProof(deps, viewer)
  const { user_id, session_id } = viewer
  const read = readNumber(deps.phones, phone)
  return sendPhoneCode(deps, read, { creates_account: false, session_id }, { user: user_id })
}

/**
 * Stores the number that was verified with this session's code, and emails the owner.
 * @throws Refusal WRONG_CODE, CODE_OVER, TOO_MANY
 */
export async function setPhone(
  deps: PhoneDeps,
  { user_id, session_id }: Viewer,
  { code_id, code }: EnteredCode,
): Promise<Phone> {
  const { db, jobs, rates, secret } = deps
  await rates.hit('code_tries', { user: user_id })
  const tried = await db.transaction().execute(async (tx) => {
    await lockUser(tx, user_id)
    const found = await lockNumberAndCode(tx, code_id)
    if (found?.session_id !== session_id) return { refusal: over() }
    if (!isCode(secret, code_id, code)) {
      await countWrongPhoneTry(tx, code_id)
      return { refusal: wrongCode() }
    }
    const phone = await give(deps, tx, user_id, found.number)
    await dropPhoneCode(tx, code_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'phone_added', user_id, name: getLastDigits(found.number) })
    return { phone }
  })
  if (tried.refusal) throw tried.refusal
  return tried.phone
}

/**
 * Removes the viewer's number, and emails the owner.
 * @throws Refusal PROOF_NEEDED, NOT_FOUND, SESSION_MISSING
 */
export async function removePhone(deps: PhoneDeps, viewer: Viewer): Promise<void> {
  const { user_id } = viewer
  await requireProof(deps, viewer)
  await deps.db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    const number = await deletePhone(tx, user_id)
    if (number === undefined) throw new Refusal('NOT_FOUND')
    await dropFactorOf(tx, user_id, 'sms')
    await deps.jobs.send(tx, ACCOUNT_MAIL, { what: 'phone_removed', user_id, name: getLastDigits(number) })
  })
}
