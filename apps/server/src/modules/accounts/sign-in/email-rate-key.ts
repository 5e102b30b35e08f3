import { createHash } from 'node:crypto'

/** Returns the rate limit key for an email address. It's a hash, because rates are stored longer than the request. */
export function buildRateKey(email: string) {
  return {
    key: createHash('sha256').update(email).digest('base64url'),
  }
}
