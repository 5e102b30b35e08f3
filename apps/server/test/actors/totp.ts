import { createHmac } from 'node:crypto'
import { base32nopad } from '@scure/base'

// Implements RFC 4226 and RFC 6238 by hand, because the codes under test come from a library.

/** Computes a secret's code for now, or for a number of minutes from now. */
export function codeFrom(secret: string, minutes = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigInt64BE(BigInt(Math.floor((Date.now() + minutes * 60_000) / 30_000)))
  const mac = createHmac('sha1', base32nopad.decode(secret)).update(counter).digest()
  const bits = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0x0f) & 0x7fffffff
  return String(bits % 1_000_000).padStart(6, '0')
}
