import { randomBytes } from 'node:crypto'
import { notMeValue } from './not-me-links.queries.ts'
import type { Auth } from './better-auth.ts'
import { NOT_ME_LIFE, RESET_LIFE } from './link-life.ts'

/** The name under which better-auth stores (the hash of) a reset token. */
export const resetIdentifier = (token: string): string => `reset-password:${token}`

/** The name of the token in a link that deletes an account. */
export const deletionIdentifier = (token: string): string => `leave:${token}`

/** The name of the token in a link that reports another person's change. */
export const notMeIdentifier = (token: string): string => `not-me:${token}`

/** Creates the token of a link in a security email. */
export const createTokenMaker =
  (auth: Auth) =>
  (what: 'reset' | 'not_me', userId: string): Promise<string> =>
    what === 'reset'
      ? newResetToken(auth, userId)
      : newOneTimeToken(auth, notMeIdentifier, notMeValue(userId), NOT_ME_LIFE)

/** Creates the token of a link for a new password. */
export const newResetToken = (auth: Auth, userId: string) => newOneTimeToken(auth, resetIdentifier, userId)

/** Stores a single-use token for `life` seconds under its identifier. */
export const newOneTimeToken = async (
  auth: Auth,
  buildIdentifier: (token: string) => string,
  value: string,
  life = RESET_LIFE,
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
