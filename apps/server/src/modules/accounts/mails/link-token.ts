import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'

const ID_BYTES = 16

/** The purpose of a link that is emailed or printed at startup. Tokens for one purpose are invalid for any other. */
export type LinkPurpose =
  | 'verify-email'
  | 'change-email'
  | 'undo-email'
  | 'appeal'
  | 'own-data'
  | 'archive'
  | 'sign-in-code'
  | 'provider-request'
  | 'wallet-request'
  | 'undo-identity'
  | 'stop-recovery'
  | 'finish-recovery'
  | 'first-admin'
  // Part of the signature, so renaming it would break the unsubscribe links in emails already sent.
  | 'end-digest'

function sign(secret: string, purpose: LinkPurpose, id: Uint8Array) {
  return createHmac('sha256', secret).update(`${purpose}\0`).update(id).digest()
}

/** Returns the token for an emailed link: a row's id with a signature. It can be recomputed, so it isn't stored. */
export function linkToken(secret: string, purpose: LinkPurpose, rowId: string): string {
  const id = parse(rowId)
  return Buffer.concat([id, sign(secret, purpose, id)]).toString('base64url')
}

/** Returns the row id from a token; null unless this server signed the token for this purpose. */
export function parseRowId(secret: string, purpose: LinkPurpose, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, ID_BYTES)
  const signature = bytes.subarray(ID_BYTES)
  const expected = sign(secret, purpose, id)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null
  return stringify(id)
}
