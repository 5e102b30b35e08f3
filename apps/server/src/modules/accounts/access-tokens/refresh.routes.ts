import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { refreshTokens } from './refresh.service.ts'
import { getKeySet } from './signing-keys.ts'

/** Routes for refreshing signed access tokens, and for the keys that verify them. */
export function refreshRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  serve(app, contract.refreshTokens, async ({ body }) => refreshTokens(deps, body.refresh_token))
  serve(app, contract.getKeySet, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return getKeySet(deps.db)
  })
}
