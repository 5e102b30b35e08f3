import { LIMITS } from '@nollie/contract'
import { type Refusal, refusedField } from '../../../platform/http/index.ts'
import { say, type Sentence } from '../../../platform/languages/index.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Rejects a password that is too short, common, or based on the person's own names.
 * @throws Refusal WEAK_PASSWORD
 */
export async function requireGoodPassword(
  password: string,
  names: string[] = [],
  field = 'password',
): Promise<void> {
  const weak = (detail: Sentence) => weakPassword(detail, field)
  if (password.length < LIMITS.password_min) {
    throw weak(say`Choose a password of at least ${LIMITS.password_min} characters.`)
  }
  const lower = password.normalize('NFKC').toLowerCase()
  const own = names.flatMap((name) => [name, name.split('@')[0] ?? name]).map((name) => name.toLowerCase())
  if (own.includes(lower)) {
    throw weak(say`Your password can’t be your name or email address.`)
  }
  if (await isCommonPassword(lower)) {
    throw weak(say`This password is too common. Choose one that’s harder to guess.`)
  }
}

/** Returns an error about a password, attached to its form field. */
export function weakPassword(detail: Sentence, field: string): Refusal {
  return refusedField('WEAK_PASSWORD', field, detail)
}
