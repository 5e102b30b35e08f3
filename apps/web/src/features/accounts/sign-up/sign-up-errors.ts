import { LIMITS, USERNAME_SIGNS } from '@nollie/contract/limits'
import { m } from '../../../i18n/messages.ts'

/** The values in the sign-up form. */
export type SignUpValues = Record<'username' | 'email' | 'password' | 'confirm', string>
/** Error messages by field. Valid fields have no entry. */
export type SignUpErrors = Partial<Record<keyof SignUpValues, string>>

function ofUsername(typed: string): string | null {
  // Normalizes text the same way the server does, e.g. full-width letters.
  const username = typed.normalize('NFKC').trim()
  if (!username) return m.accounts_missing_username()
  if (!USERNAME_SIGNS.test(username)) return m.accounts_bad_username_characters()
  const [min, max] = [LIMITS.username_min, LIMITS.username_max]
  return username.length < min || username.length > max ? m.accounts_bad_username_length({ min, max }) : null
}

function ofEmail(typed: string): string | null {
  if (!typed.trim()) return m.accounts_missing_email()
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) ? null : m.accounts_bad_email()
}

function ofPassword(password: string): string | null {
  if (!password) return m.accounts_missing_password()
  return password.length < LIMITS.password_min
    ? m.accounts_bad_password({ count: LIMITS.password_min })
    : null
}

function ofConfirm({ password, confirm }: SignUpValues): string | null {
  if (confirm !== password) return confirm ? m.accounts_mismatch_field() : m.accounts_missing_confirm()
  return null
}

/** Runs all validation that works without the server, which has the final say. */
export function signUpErrors(values: SignUpValues): SignUpErrors {
  const found = {
    username: ofUsername(values.username),
    email: ofEmail(values.email),
    password: ofPassword(values.password),
    confirm: ofConfirm(values),
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null))
}
