import { createHash } from 'node:crypto'

/** The key under which a rate limit counts an address: its hash, because rates are stored longer than the request. */
export const buildRateKey = (email: string) => ({
  key: createHash('sha256').update(email).digest('base64url'),
})
