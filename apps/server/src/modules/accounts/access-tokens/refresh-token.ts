import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

const ID_BYTES = 16
const RANDOM_BYTES = 24

function sign(secret: string, part: Uint8Array) {
  return createHmac('sha256', secret).update('refresh-token\0').update(part).digest()
}

/** Returns a new refresh token for a session. It's signed, so that only tokens from this server can end a session. */
export function newRefreshToken(secret: string, session_id: string): string {
  const part = Buffer.concat([parse(session_id), randomBytes(RANDOM_BYTES)])
  return Buffer.concat([part, sign(secret, part)]).toString('base64url')
}

/** Returns a refresh token's session; null unless this server signed the token. */
export function sessionOfRefreshToken(secret: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  const part = bytes.subarray(0, ID_BYTES + RANDOM_BYTES)
  const signature = bytes.subarray(ID_BYTES + RANDOM_BYTES)
  const expected = sign(secret, part)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null
  return stringify(part.subarray(0, ID_BYTES))
}
