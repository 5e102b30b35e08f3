import { createHmac, randomBytes } from 'node:crypto'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'

/** Crockford's alphabet, without look-alikes. Each of its 32 characters encodes five random bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 10

function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte & 31]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** Returns a set of new recovery codes. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: ACCOUNT_LIMITS.recovery_codes }, newCode)
}

function plain(entered: string): string {
  return entered.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
}

/** Returns a recovery code's keyed hash for storage. It can't be brute-forced without the server's secret. */
export function digestOfRecoveryCode(secret: string, user_id: string, entered: string): string {
  return createHmac('sha256', secret)
    .update(`recovery code\0${user_id}\0${plain(entered)}`)
    .digest('base64url')
}
