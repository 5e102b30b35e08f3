import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ClientAuth } from 'openid-client'
import type { AppleSettings } from './provider-types.ts'

const LASTING = '5 minutes'

/** The key of an Apple developer account, as Apple's file has it; null when the text is none. */
export const appleKey = (text: string): KeyObject | null => {
  try {
    // In one line, as environments want it.
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
