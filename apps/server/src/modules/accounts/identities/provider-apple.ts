import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ClientAuth } from 'openid-client'
import type { AppleSettings } from './provider-types.ts'

const LASTING = '5 minutes'

/** Parses an Apple developer account's key in Apple's file format. Returns null if the string isn't a key. */
export function appleKey(text: string): KeyObject | null {
  try {
    // In environment variables, the key is on a single line with escaped line breaks.
    const key = createPrivateKey(text.replaceAll('\\n', '\n'))
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}

/** Authenticates with Apple, which has no client secrets. Each request is signed with the developer's key instead. */
export function byAppleKey({
  clientId,
  teamId,
  keyId,
  key,
}: AppleSettings): (...request: Parameters<ClientAuth>) => Promise<void> {
  return async (server, _client, body) => {
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(server.issuer)
      .setIssuedAt()
      .setExpirationTime(LASTING)
      .sign(key)
    body.set('client_id', clientId)
    body.set('client_secret', secret)
  }
}
