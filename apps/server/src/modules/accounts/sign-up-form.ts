import { Email, Password, Username } from '@nollie/contract/accounts'
import type { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { isUsernameTaken } from './accounts.queries.ts'
import { requireGoodPassword } from './password-rules.ts'
import { normalizeUsername, isReserved, reservedUsername, usernameTaken } from './usernames.ts'

/** The fields of a sign-up as they were typed. */
export type SignUpForm = Partial<Record<'username' | 'email' | 'password' | 'phone', string | undefined>>

const NO_USERNAME = 'Please choose a username.'
const NO_PHONE = 'Signing up takes an email address: phone numbers are not taken yet.'

const refusedBy = (schema: z.ZodType, value: string, field: string): Refusal | null => {
  const detail = schema.safeParse(value).error?.issues[0]?.message
  return detail ? new Refusal('BAD_REQUEST', { detail, fields: { [field]: detail } }) : null
}

/** The refusal of a username that nobody may sign up with, or that a member has; null when it is free. */
export const checkUsername = async (db: Db, username: string): Promise<Refusal | null> => {
  if (!username) return new Refusal('BAD_REQUEST', { detail: NO_USERNAME, fields: { username: NO_USERNAME } })
  const refused = refusedBy(Username, username, 'username')
  if (refused) return refused
  const name = Username.parse(username)
  if (isReserved(name)) return reservedUsername()
  return (await isUsernameTaken(db, normalizeUsername(name))) ? usernameTaken() : null
}

const checkPassword = async (password: string, names: string[]): Promise<Refusal | null> =>
  refusedBy(Password, password, 'password') ??
  requireGoodPassword(password, names).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )

/**
 * Checks the form of a sign-up and reports all errors at once. The code is that of a single error, or BAD_REQUEST for
 * several.
 * @throws Refusal CREDENTIALS_MISSING, BAD_REQUEST, WEAK_PASSWORD, USERNAME_TAKEN
 */
export const readSignUp = async (
  db: Db,
  { username = '', email = '', password = '', phone = '' }: SignUpForm,
): Promise<{ display_username: string; email: string; password: string }> => {
  if (phone) throw new Refusal('CREDENTIALS_MISSING', { detail: NO_PHONE, fields: { phone: NO_PHONE } })
  if (!email || !password) throw new Refusal('CREDENTIALS_MISSING')
  const refusals = [
    await checkUsername(db, username),
    refusedBy(Email, email, 'email'),
    await checkPassword(password, [username.normalize('NFKC').trim(), email]),
  ].filter((refusal) => refusal !== null)
  const [first, ...others] = refusals
  if (first && others.length === 0) throw first
  if (first) {
    const fields = Object.assign({}, ...refusals.map((refusal) => refusal.fields)) as Record<string, string>
    throw new Refusal('BAD_REQUEST', { fields, detail: Object.values(fields).join(' ') })
  }
  return { display_username: Username.parse(username), email: Email.parse(email), password }
}
