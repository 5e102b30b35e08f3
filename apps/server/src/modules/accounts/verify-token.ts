import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

const ID_BYTES = 16

const sign = (secret: string, id: Uint8Array) =>
  createHmac('sha256', secret).update('verify-email\0').update(id).digest()

/** The token of a sign-up's link: its id, signed. Made again at will, so no copy of it is kept anywhere. */
export const verifyToken = (secret: string, signUpId: string): string => {
  const id = parse(signUpId)
  return Buffer.concat([id, sign(secret, id)]).toString('base64url')
}

/** The sign-up a token belongs to, or null when we did not make that token. */
export const signUpOf = (secret: string, token: string): string | null => {
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, ID_BYTES)
  const signature = bytes.subarray(ID_BYTES)
  const expected = sign(secret, id)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null
  return stringify(id)
}
