import { randomBytes } from 'node:crypto'
import { notMeValue } from '../two-factor/not-me-links.queries.ts'
import type { Auth } from '../sessions/better-auth.ts'
import { NOT_ME_LIFETIME, RESET_LIFETIME } from './link-lifetimes.ts'

/** Returns the name under which better-auth stores a reset token's hash. */
export const resetIdentifier = (token: string): string => `reset-password:${token}`

/** Returns the name of the token in an account deletion link. */
export const deletionIdentifier = (token: string): string => `leave:${token}`

/** Returns the name of the token in a link for reporting changes made by someone else. */
export const notMeIdentifier = (token: string): string => `not-me:${token}`

/** Returns a function that creates tokens for links in security emails. */
export const createTokenMaker =
  (auth: Auth) =>
  (what: 'reset' | 'not_me', userId: string): Promise<string> =>
    what === 'reset'
      ? newResetToken(auth, userId)
      : newOneTimeToken(auth, notMeIdentifier, notMeValue(userId), NOT_ME_LIFETIME)

/** Creates a token for a password reset link. */
export const newResetToken = (auth: Auth, userId: string) => newOneTimeToken(auth, resetIdentifier, userId)

/** Stores a single-use token under its identifier for `life` seconds. */
export const newOneTimeToken = async (
  auth: Auth,
  buildIdentifier: (token: string) => string,
  value: string,
  life = RESET_LIFETIME,
): Promise<string> => {
  const { internalAdapter } = await auth.$context
  const token = randomBytes(32).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: buildIdentifier(token),
    value,
    expiresAt: new Date(Date.now() + life * 1000),
  })
  return token
}
