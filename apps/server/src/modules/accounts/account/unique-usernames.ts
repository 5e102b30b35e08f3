import { Refusal, refusedField } from '../../../platform/http/index.ts'

/** Converts a username to the form that must be unique: lower case and Unicode-normalized (NFKC). */
export const normalizeUsername = (username: string): string => username.normalize('NFKC').toLowerCase()

/** Returns the error for a username that is taken. */
export const usernameTaken = (detail = new Refusal('USERNAME_TAKEN').detail): Refusal =>
  refusedField('USERNAME_TAKEN', 'username', detail)
