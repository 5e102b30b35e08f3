import { createECDH, hkdfSync } from 'node:crypto'

/** The key pair that identifies this server to push services (VAPID, RFC 8292), in base64url. */
export type PushKeys = { public_key: string; private_key: string }

/**
 * Derives the key pair from a secret. There is no key to store or back up, and every process gets the same one. If the
 * secret changes, browsers have to subscribe again.
 */
export function derivePushKeys(secret: string): PushKeys {
  const pair = createECDH('prime256v1')
  // Almost every 32-byte number is a valid private key.
  for (let round = 0; ; round += 1) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', `push key ${round}`, 32))
    try {
      pair.setPrivateKey(bytes)
    } catch {
      continue
    }
    return {
      public_key: pair.getPublicKey('base64url'),
      private_key: pair.getPrivateKey().toString('base64url').padStart(43, 'A'),
    }
  }
}
