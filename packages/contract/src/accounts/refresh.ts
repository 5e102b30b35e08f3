import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Token } from './account-fields.ts'
import { SignedIn } from './accounts.ts'

/** Signed access tokens for clients that signed in with `X-Client: signed`. */
export const refreshEndpoints = {
  refreshTokens: endpoint('POST /api/auth/refresh', {
    summary:
      'The next access token, by the refresh token, which works once; using an older one ends the session. Within ten seconds the last one works again, for an answer that was lost',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ refresh_token: Token }),
    answer: SignedIn,
    errors: ['SESSION_MISSING'],
  }),
  getKeySet: endpoint('GET /.well-known/jwks.json', {
    summary: 'The public keys that verify signed access tokens (RFC 7517)',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) }),
  }),
}
