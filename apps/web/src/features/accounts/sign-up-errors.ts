import { LIMITS, USERNAME_SIGNS } from '@nollie/contract/limits'
import { m } from '../../i18n/messages.ts'

/** What stands in the fields of the sign-up form. */
export type SignUpValues = Record<'username' | 'email' | 'password' | 'confirm', string>
/** What is wrong with the fields, as sentences; a field that is fine is not there. */
export type SignUpErrors = Partial<Record<keyof SignUpValues, string>>

const ofUsername = (typed: string): string | null => {
  // As the server reads it: full-width letters and similar signs are normalised.
  const username = typed.normalize('NFKC').trim()
  if (!username) return m.auth_missing_username()
  if (!USERNAME_SIGNS.test(username)) return m.auth_bad_username_signs()
  const { username_min: min, username_max: max } = LIMITS
  return username.length < min || username.length > max ? m.auth_bad_username_length({ min, max }) : null
}

const ofEmail = (typed: string): string | null => {
  if (!typed.trim()) return m.auth_missing_email()
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) ? null : m.auth_bad_email()
}

const ofPassword = (password: string): string | null => {
  if (!password) return m.auth_missing_password()
  return password.length < LIMITS.password_min ? m.auth_bad_password({ count: LIMITS.password_min }) : null
}

const ofConfirm = ({ password, confirm }: SignUpValues): string | null => {
  if (confirm !== password) return confirm ? m.auth_mismatch_field() : m.auth_missing_confirm()
  return null
}

/** Everything that can be validated without the server, which decides in the end. */
export const signUpErrors = (values: SignUpValues): SignUpErrors => {
  const found = {
    username: ofUsername(values.username),
    email: ofEmail(values.email),
    password: ofPassword(values.password),
    confirm: ofConfirm(values),
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null))
}
