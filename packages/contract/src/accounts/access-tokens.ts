import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ACCOUNT_LIMITS } from './limits.ts'
import { Id, Moment } from '../shapes.ts'
import { Filled, Line } from '../texts.ts'
import { Password } from './account-fields.ts'
import { SCOPES, TOKEN_DAYS } from './access-token-scopes.ts'
import { issue } from '../sentences.ts'

/** An access token, as shown to its owner. The token itself is shown only once, when it is created. */
export const AccessToken = z
  .object({
    id: Id,
    name: z.string(),
    /** The token's last characters, so that its owner can recognize it. */
    ending: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    created_at: Moment,
    /** Rounded to the hour; null before the first use. */
    last_used_at: Moment.nullable(),
    expires_at: Moment,
  })
  .meta({ id: 'AccessToken' })

/** An access token, as shown to its owner. */
export type AccessToken = z.output<typeof AccessToken>

export const tokenEndpoints = {
  listTokens: endpoint('GET /api/account/tokens', {
    summary: 'List the viewer’s access tokens, newest first. Expired tokens stay listed for 30 days.',
    policy: 'own',
    rate: 'read',
    answer: z.object({ items: z.array(AccessToken) }),
  }),
  makeToken: endpoint('POST /api/account/tokens', {
    summary:
      'Create an access token for the viewer’s own scripts. Requires a recent proof of identity or the password. Send the token as `Authorization: Bearer nol_...`. It allows what its scopes name, and never has admin rights. It works until it expires, is revoked, or the password changes. The token itself is returned only by this call.',
    policy: 'member',
    rate: 'reauth',
    body: z.object({
      name: Line(ACCOUNT_LIMITS.token_name_max).pipe(Filled),
      scopes: z
        .array(z.enum(SCOPES))
        .min(1, issue`Choose at least one.`)
        .max(SCOPES.length)
        .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
      expires_in_days: z.literal(TOKEN_DAYS),
      password: Password.optional(),
    }),
    answer: AccessToken.extend({
      /** Returned only by this call. */
      token: z.string(),
    }),
    status: 201,
    errors: ['PROOF_NEEDED', 'WRONG_PASSWORD'],
  }),
  revokeToken: endpoint('DELETE /api/account/tokens/:token_id', {
    summary: 'Revoke an access token. It stops working immediately.',
    policy: 'own',
    rate: 'write',
    params: z.object({ token_id: Id }),
    errors: ['NOT_FOUND'],
  }),
}
