import { Secret, TOTP } from 'otpauth'

/** The codes of a secret, computed by another library. */
export const codeFrom = (secret: string, minutes = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + minutes * 60_000 })
