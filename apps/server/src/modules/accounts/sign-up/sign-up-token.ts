import { linkToken, parseRowId } from '../mails/link-token.ts'

/** Returns the token for a sign-up's verification link. */
export function verifyToken(secret: string, signUpId: string): string {
  return linkToken(secret, 'verify-email', signUpId)
}

/** Returns the id of a token's sign-up; null unless this server signed the token. */
export function parseSignUpId(secret: string, token: string): string | null {
  return parseRowId(secret, 'verify-email', token)
}
