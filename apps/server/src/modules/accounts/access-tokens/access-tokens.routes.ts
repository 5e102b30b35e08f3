import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { selectTokens } from './access-tokens.queries.ts'
import { makeToken, revokeToken } from './access-tokens.service.ts'

/** Routes for people's access tokens, which are meant for scripts. */
export function tokenRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db } = deps

  serve(app, contract.listTokens, async ({ viewer }) => ({ items: await selectTokens(db, viewer.user_id) }))
  serve(app, contract.makeToken, async ({ viewer, body }) => makeToken(deps, viewer, body))
  serve(app, contract.revokeToken, async ({ viewer, params }) => revokeToken(db, viewer, params.token_id))
}
