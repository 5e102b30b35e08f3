import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { languageIn, MAIL_REQUEST } from '../mails/mail-jobs.ts'
import { findUserByEmail, lockEmail } from '../account/accounts.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { type NewSession, startSession } from '../sessions/start-session.service.ts'
import type { Origin } from '../sessions/new-device.service.ts'
import type { ProvenPerson } from '../sessions/signing-in.ts'
import { answersChallenge, isCode, isLinkOf, wrongCode } from './code-digits.ts'
import { buildRateKey } from './email-rate-key.ts'
import { admitMail, type Asker } from '../sign-up/challenges.service.ts'
import { addCode, countWrongTry, dropCode, findCode, lockCode, markProven } from './sign-in-codes.queries.ts'
import { createAccount } from '../sign-up/create-account.ts'
import { requireStay } from './sign-in-gate.ts'
import { giveProvenNumber } from '../phone-numbers/phones.service.ts'

type Asked = {
  email: string
  creates_account: boolean
  code_challenge?: string | undefined
  next?: string | undefined
}

/**
 * Requests a code for an email address. The worker checks whether the address is known, so that all responses take
 * equally long. Requests from the account's known devices are counted separately, and processed first.
 * @throws Refusal WORK_NEEDED, TOO_MANY, PROVIDER_DOWN
 */
export async function requestCode(
  deps: AccountsDeps,
  { email, creates_account, code_challenge, next }: Asked,
  asker: Asker,
): Promise<{ code_id: string; expires_at: string }> {
  const { db, jobs } = deps
  const device = await admitMail(deps, email, asker)
  const code_id = uuidv7()
  return db.transaction().execute(async (tx) => {
    const code = {
      id: code_id,
      email,
      challenge: code_challenge ?? null,
      creates_account,
      next: next ?? null,
    }
    const expires_at = await addCode(tx, code)
    const request = { what: 'code_wanted', code_id, ...languageIn(asker) } as const
    await jobs.send(tx, MAIL_REQUEST, request, { urgent: device !== null })
    return { code_id, expires_at }
  })
}

type Entered = {
  code_id: string
  code: string
  code_verifier?: string | undefined
  username?: string | undefined
  phone_code?: string | undefined
  phone_code_id?: string | undefined
  cancel_deletion: boolean
}

type Code = NonNullable<Awaited<ReturnType<typeof lockCode>>>

/** The result of an attempt. A refusal is returned rather than thrown if the attempt's changes must be stored. */
type Tried = ProvenPerson | { refusal: Refusal }

function over() {
  return new Refusal('CODE_OVER')
}

function isProof(secret: string, { id, challenge }: Code, { code, code_verifier }: Entered): boolean {
  const isFromDevice = challenge === null || answersChallenge(challenge, code_verifier)
  // A link works only on the device that requested it. On other devices, it displays the code to type.
  return isFromDevice && (isCode(secret, id, code) || (challenge !== null && isLinkOf(secret, id, code)))
}

async function tryCode(deps: AccountsDeps, tx: Tx, entered: Entered): Promise<Tried> {
  const { code_id, username, phone_code, phone_code_id, cancel_deletion } = entered
  const known = await findCode(tx, code_id)
  if (known) await lockEmail(tx, known.email)
  const code = await lockCode(tx, code_id)
  if (!code || code.session_id) return { refusal: over() }
  if (!isProof(deps.secret, code, entered)) {
    await countWrongTry(tx, code_id)
    return { refusal: wrongCode() }
  }
  const user = await findUserByEmail(tx, code.email)
  if (!user && !code.creates_account) return { refusal: over() }
  if (!user && username === undefined) {
    await markProven(tx, code_id)
    return { refusal: new Refusal('USERNAME_MISSING') }
  }
  // The code was correct, so it stays valid if an error occurs from here on.
  const person = user
    ? { user_id: user.id, security_epoch: user.security_epoch }
    : await createAccount(tx, code.email, username ?? '')
  if (!user && phone_code && phone_code_id)
    await giveProvenNumber(deps, tx, person.user_id, { code_id: phone_code_id, code: phone_code })
  await requireStay(tx, person.user_id, cancel_deletion)
  await dropCode(tx, code_id)
  return person
}

/**
 * Signs in with an emailed code or its link. Works only once. Without an account, the first attempt with the correct
 * code requests a username. The attempt that includes a username then creates the account.
 * @throws Refusal WRONG_CODE, CODE_OVER, USERNAME_MISSING, USERNAME_TAKEN, BAD_REQUEST, `LEAVING`, GONE, TOO_MANY
 */
export async function signInWithCode(
  deps: AccountsDeps,
  entered: Entered,
  origin: Origin,
): Promise<NewSession> {
  const { db, rates, devices, secret } = deps
  const code = await findCode(db, entered.code_id)
  if (!code || code.session_id) throw over()
  // Skipped if guessing is impossible, because the request has a link's token or the address is already verified.
  if (!code.proven_at && !isLinkOf(secret, code.id, entered.code))
    await rates.hit(
      'code_tries',
      (await devices.find(origin.cookies, code.email)) ?? buildRateKey(code.email),
    )
  const tried = await db.transaction().execute((tx) => tryCode(deps, tx, entered))
  if ('refusal' in tried) throw tried.refusal
  const cancelsDeletion = entered.cancel_deletion
  return startSession(deps, tried, origin, { way: 'code', cancelsDeletion })
}
