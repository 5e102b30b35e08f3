import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { Refusal, serve } from '../../platform/http/index.ts'
import type { AccountsDeps } from './accounts-deps.ts'

/** Challenges for frequent requests. */
export const challengeRoutes = (app: FastifyInstance, { work }: AccountsDeps): void =>
  serve(app, contract.requestChallenge, async () => {
    if (!work) throw new Refusal('NOT_FOUND')
    return work.ask()
  })
