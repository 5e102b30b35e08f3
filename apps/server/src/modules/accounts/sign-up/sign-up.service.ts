import { createHmac } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { ACCOUNT_MAIL, languageIn, MAIL_REQUEST, SIGN_UP_MAIL } from '../mails/mail-jobs.ts'
import { addAccount, lockEmail } from '../account/accounts.queries.ts'
import { isUsernameTaken, lockUsername } from '../account/usernames.queries.ts'
import { addSignUp, dropSignUps, findSignUp, isUsernameWaiting, takeSignUp } from './sign-ups.queries.ts'
import { unusableHash } from '../sign-in/password-hash.ts'
import { readSignUp, type SignUpForm } from './check-sign-up.ts'
import { normalizeUsername, usernameTaken } from '../account/unique-usernames.ts'
import { parseSignUpId } from './sign-up-token.ts'
import { admitMail, type Asker } from './challenges.service.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { say } from '../../../platform/languages/index.ts'

const EMAIL_KEY = 'users_email_key'
const USERNAME_KEY = 'users_username_key'

// Sign-ups for an email address share a salt, so that one hash can be compared with all of their passwords.
function deriveSalt(secret: string, email: string): Buffer {
  return createHmac('sha256', secret).update(`sign-up salt ${email}`).digest().subarray(0, 16)
}

/**
 * Stores a sign-up, which becomes an account once its email address is verified. If the address already has an account,
 * the response is the same and the owner gets an email.
 * @throws Refusal CREDENTIALS_MISSING, BAD_REQUEST, WEAK_PASSWORD, USERNAME_TAKEN, WORK_NEEDED, TOO_MANY, PROVIDER_DOWN
 */
export async function signUp(
  deps: AccountsDeps,
  given: SignUpForm & { next?: string | undefined },
  asker: Asker,
): Promise<void> {
  const { db, jobs, passwords, secret } = deps
  const { display_username, email, password } = await readSignUp(db, given)
  const username = normalizeUsername(display_username)
  const requireFree = async (tx: Db) => {
    if (await isUsernameTaken(tx, username)) throw usernameTaken()
  }
  await admitMail(deps, email, asker)
  await deps.requireUnbreached(password)
  const hash = await passwords.as('sign_up', () => passwords.hash(password, deriveSalt(secret, email)))
  const isFree = await db.transaction().execute(async (tx) => {
    await lockUsername(tx, username)
    await requireFree(tx)
    if (await isUsernameWaiting(tx, username, { email, password: hash })) {
      // Sends the link again, because the person may have forgotten the password from their first sign-up.
      await jobs.send(tx, MAIL_REQUEST, { what: 'verification_wanted', email, ...languageIn(asker) })
      return false
    }
    const id = uuidv7()
    await addSignUp(tx, { id, email, username, display_username, password: hash, next: given.next ?? null })
    await jobs.send(tx, SIGN_UP_MAIL, { sign_up_id: id, ...languageIn(asker) })
    return true
  })
  if (!isFree) throw usernameTaken(USERNAME_WAITS)
}

const USERNAME_WAITS = say`This username is already taken. If you signed up with it, we’ve sent you the link again.`

/**
 * Creates an account from the sign-up whose email was opened, and deletes other sign-ups for the address. Uses its
 * password only if all sign-ups have the same password, because access to the mailbox doesn't prove which password is
 * the owner's. Otherwise, the owner gets an email for choosing a password. Works only once.
 * @throws Refusal BAD_TOKEN, USERNAME_TAKEN
 */
export async function verifyEmail(
  { db, jobs, secret }: AccountsDeps,
  token: string,
): Promise<{ email: string; has_password: boolean }> {
  const signUpId = parseSignUpId(secret, token)
  if (!signUpId) throw invalidLink()
  return db
    .transaction()
    .execute(async (tx) => {
      const found = await findSignUp(tx, signUpId)
      if (!found) throw invalidLink()
      await lockEmail(tx, found.email)
      const signUp = await takeSignUp(tx, signUpId)
      if (!signUp) throw invalidLink()
      const others = await dropSignUps(tx, signUp.email)
      const passwordsAgree = others.every(({ password }) => password === signUp.password)
      const id = uuidv7()
      const password = passwordsAgree ? signUp.password : unusableHash()
      await addAccount(tx, { ...signUp, password, id, account_id: uuidv7() })
      if (!passwordsAgree) await jobs.send(tx, ACCOUNT_MAIL, { what: 'password_missing', user_id: id })
      return { email: signUp.email, has_password: passwordsAgree }
    })
    .catch((error: { constraint?: string }) => {
      if (error.constraint === EMAIL_KEY) throw invalidLink()
      if (error.constraint === USERNAME_KEY) throw new Refusal('USERNAME_TAKEN')
      throw error
    })
}

function invalidLink() {
  return new Refusal('BAD_TOKEN', {
    detail: say`This link no longer works. If you’ve used it before, just sign in. Otherwise, request a new one.`,
  })
}
