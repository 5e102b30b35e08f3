import { Secret, TOTP } from 'otpauth'

/** Computes a secret's code with a different library than the server's. */
export const codeFrom = (secret: string, minutes = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + minutes * 60_000 })
