import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

const ID_BYTES = 16

/** What a mailed link is good for; a token of one kind is nothing for another. */
export type LinkPurpose = 'verify-email' | 'change-email' | 'undo-email' | 'appeal' | 'own-data' | 'archive'

const sign = (secret: string, purpose: LinkPurpose, id: Uint8Array) =>
  createHmac('sha256', secret).update(`${purpose}\0`).update(id).digest()

/** The token of a mailed link: the id of a row, signed. Made again at will, so no copy of it is kept anywhere. */
export const linkToken = (secret: string, purpose: LinkPurpose, rowId: string): string => {
  const id = parse(rowId)
  return Buffer.concat([id, sign(secret, purpose, id)]).toString('base64url')
}

/** The row a token belongs to, or null when we did not make that token for this purpose. */
export const rowOf = (secret: string, purpose: LinkPurpose, token: string): string | null => {
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, ID_BYTES)
  const signature = bytes.subarray(ID_BYTES)
  const expected = sign(secret, purpose, id)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null
  return stringify(id)
}
