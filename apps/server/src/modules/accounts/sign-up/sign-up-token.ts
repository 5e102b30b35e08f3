import { linkToken, parseRowId } from '../mails/link-token.ts'

/** Returns the token for a sign-up's verification link. */
export const verifyToken = (secret: string, signUpId: string): string =>
  linkToken(secret, 'verify-email', signUpId)

/** Returns the id of a token's sign-up; null unless this server signed the token. */
export const parseSignUpId = (secret: string, token: string): string | null =>
  parseRowId(secret, 'verify-email', token)
