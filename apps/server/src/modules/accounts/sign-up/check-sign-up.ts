import { Email, Password, Username } from '@nollie/contract/accounts'
import type { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import { Refusal, refusedField } from '../../../platform/http/index.ts'
import { readSentence, say, type Sentence } from '../../../platform/languages/index.ts'
import { isUsernameTaken } from '../account/usernames.queries.ts'
import { requireGoodPassword } from '../sign-in/password-rules.ts'
import { isReserved, reservedUsername } from '../account/reserved-usernames.ts'
import { normalizeUsername, usernameTaken } from '../account/unique-usernames.ts'

/** The fields of the sign-up form, as entered. */
export type SignUpForm = Partial<Record<'username' | 'email' | 'password' | 'phone', string | undefined>>

const NO_USERNAME = say`Choose a username.`
const NO_PHONE = say`You need an email address to sign up. Phone numbers aren’t supported yet.`

function refusedBy(schema: z.ZodType, value: string, field: string): Refusal | null {
  const detail = schema.safeParse(value).error?.issues[0]?.message
  return detail ? refusedField('BAD_REQUEST', field, readSentence(detail)) : null
}

/** Returns the error for a username that is reserved or taken; null if it's available. */
export async function checkUsername(db: Db, username: string): Promise<Refusal | null> {
  if (!username) return refusedField('BAD_REQUEST', 'username', NO_USERNAME)
  const refused = refusedBy(Username, username, 'username')
  if (refused) return refused
  const name = Username.parse(username)
  if (isReserved(name)) return reservedUsername()
  return (await isUsernameTaken(db, normalizeUsername(name))) ? usernameTaken() : null
}

async function checkPassword(password: string, names: string[]): Promise<Refusal | null> {
  return (
    refusedBy(Password, password, 'password') ??
    requireGoodPassword(password, names).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal) return error
        throw error
      },
    )
  )
}

/**
 * Validates a sign-up form and reports all errors together. The error code is BAD_REQUEST if there are several.
 * @throws Refusal CREDENTIALS_MISSING, BAD_REQUEST, WEAK_PASSWORD, USERNAME_TAKEN
 */
export async function readSignUp(
  db: Db,
  { username = '', email = '', password = '', phone = '' }: SignUpForm,
): Promise<{ display_username: string; email: string; password: string }> {
  if (phone) throw refusedField('CREDENTIALS_MISSING', 'phone', NO_PHONE)
  if (!email || !password) throw new Refusal('CREDENTIALS_MISSING')
  const refusals = [
    await checkUsername(db, username),
    refusedBy(Email, email, 'email'),
    await checkPassword(password, [username.normalize('NFKC').trim(), email]),
  ].filter((refusal) => refusal !== null)
  const [first, ...others] = refusals
  if (first && others.length === 0) throw first
  if (first) {
    const fields: Record<string, Sentence> = Object.assign({}, ...refusals.map((refusal) => refusal.fields))
    const detail = others.reduce((all, next) => say`${all} ${next.detail}`, first.detail)
    throw new Refusal('BAD_REQUEST', { fields, detail })
  }
  return { display_username: Username.parse(username), email: Email.parse(email), password }
}
