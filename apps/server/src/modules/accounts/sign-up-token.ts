import { linkToken, parseRowId } from './link-token.ts'

/** The token of a sign-up's link. */
export const verifyToken = (secret: string, signUpId: string): string =>
  linkToken(secret, 'verify-email', signUpId)

/** The id of a token's sign-up; null unless this server signed it. */
export const parseSignUpId = (secret: string, token: string): string | null =>
  parseRowId(secret, 'verify-email', token)
