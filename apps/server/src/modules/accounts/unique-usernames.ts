import { Refusal, refusedField } from '../../platform/http/index.ts'

/** The form in which a username is unique: lower case, after Unicode compatibility normalization (NFKC). */
export const normalizeUsername = (username: string): string => username.normalize('NFKC').toLowerCase()

/** The refusal of a taken username. */
export const usernameTaken = (detail = new Refusal('USERNAME_TAKEN').detail): Refusal =>
  refusedField('USERNAME_TAKEN', 'username', detail)
