import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { Refusal, serve } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'

/** Route for requesting a challenge, which must be solved after frequent requests. */
export function challengeRoutes(app: FastifyInstance, { work }: AccountsDeps): void {
  return serve(app, contract.requestChallenge, async () => {
    if (!work) throw new Refusal('NOT_FOUND')
    return work.ask()
  })
}
