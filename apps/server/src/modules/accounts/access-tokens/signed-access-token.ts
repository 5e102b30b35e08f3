import { errors, jwtVerify, SignJWT } from 'jose'
import type { Db } from '../../../db/open.ts'
import { ALGORITHM, createSigningKeyReader, createVerifyingKeyFinder } from './signing-keys.ts'

/** Lifetime of a signed access token, in seconds. */
export const SIGNED_LIFE = 15 * 60
/** The JWT type for access tokens (RFC 9068), so that no other signed token is accepted as one. */
const TYPE = 'at+jwt'
const LOOKS_SIGNED = /^[\w-]+\.[\w-]+\.[\w-]+$/

type About = { user_id: string; session_id: string }

/** Returns a function that signs access tokens for sessions. */
export function createSigner({ db, secret, publicUrl }: { db: Db; secret: string; publicUrl: URL }) {
  const newest = createSigningKeyReader(db, secret)
  return async ({ user_id, session_id }: About): Promise<{ access_token: string; expires_at: string }> => {
    const { id, key } = await newest()
    const end = Math.floor(Date.now() / 1000) + SIGNED_LIFE
    const access_token = await new SignJWT({ sid: session_id })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: id })
      .setSubject(user_id)
      .setIssuer(publicUrl.origin)
      .setAudience(publicUrl.origin)
      .setIssuedAt()
      .setExpirationTime(end)
      .sign(key)
    return { access_token, expires_at: new Date(end * 1000).toISOString() }
  }
}

/**
 * Returns a function that parses signed access tokens. It returns null for any other string, and for expired tokens.
 */
export function createReader({ db, publicUrl }: { db: Db; publicUrl: URL }) {
  const findKey = createVerifyingKeyFinder(db)
  const keyFor = async ({ kid }: { kid?: string | undefined }) => {
    const key = kid ? await findKey(kid) : null
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
  return async (text: string): Promise<About | null> => {
    if (!LOOKS_SIGNED.test(text)) return null
    try {
      const { payload } = await jwtVerify(text, keyFor, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: publicUrl.origin,
        audience: publicUrl.origin,
        requiredClaims: ['sub', 'sid', 'exp'],
      })
      return { user_id: String(payload.sub), session_id: String(payload.sid) }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}
