import { Refusal, refusedField } from '../../../platform/http/index.ts'

/** Converts a username to the form that must be unique: lower case and Unicode-normalized (NFKC). */
export function normalizeUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

/** Returns the error for a username that is taken. */
export function usernameTaken(detail = new Refusal('USERNAME_TAKEN').detail): Refusal {
  return refusedField('USERNAME_TAKEN', 'username', detail)
}
