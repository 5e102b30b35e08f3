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
    summary: 'The access tokens of the viewer, newest first; ended ones for another month',
    policy: 'own',
    rate: 'read',
    answer: z.object({ items: z.array(AccessToken) }),
  }),
  makeToken: endpoint('POST /api/account/tokens', {
    summary:
      'Make an access token for scripts of one’s own, by a fresh proof or the password. Send it as `Authorization: Bearer nol_...`; it may do what its scopes name, never with the rights of an admin, until it ends, is revoked, or the password changes',
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
    summary: 'Revoke an access token; it is refused from the next second on',
    policy: 'own',
    rate: 'write',
    params: z.object({ token_id: Id }),
    errors: ['NOT_FOUND'],
  }),
}
