import { linkToken, rowOf } from './link-token.ts'

/** The token of a sign-up's link. */
export const verifyToken = (secret: string, signUpId: string): string =>
  linkToken(secret, 'verify-email', signUpId)

/** The sign-up a token belongs to, or null when we did not make that token. */
export const signUpOf = (secret: string, token: string): string | null => rowOf(secret, 'verify-email', token)
