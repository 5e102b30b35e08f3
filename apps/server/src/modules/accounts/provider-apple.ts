import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ClientAuth } from 'openid-client'
import type { AppleSettings } from './provider-types.ts'

const LASTING = '5 minutes'

/** The key of an Apple developer account in the format of Apple's file; null if the text is not a key. */
export const appleKey = (text: string): KeyObject | null => {
  try {
    // On one line, as needed in environment variables.
    const key = createPrivateKey(text.replaceAll('\\n', '\n'))
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}

/** Apple has no client secret: each request is signed with the developer's key instead. */
export const byAppleKey =
  ({ clientId, teamId, keyId, key }: AppleSettings): ClientAuth =>
  async (server, _client, body) => {
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
