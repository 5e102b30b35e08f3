import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Token } from './account-fields.ts'
import { SignedIn } from './accounts.ts'

/** Signed access tokens for clients that signed in with `X-Client: signed`. */
export const refreshEndpoints = {
  refreshTokens: endpoint('POST /api/auth/refresh', {
    summary:
      'Exchange a refresh token for a new access token and refresh token. Each refresh token works once, and using an older one ends the session. The last one used works again within ten seconds, in case the answer was lost.',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ refresh_token: Token }),
    answer: SignedIn,
    errors: ['SESSION_MISSING'],
  }),
  getKeySet: endpoint('GET /.well-known/jwks.json', {
    summary: 'List the public keys that verify signed access tokens (RFC 7517)',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) }),
  }),
}
