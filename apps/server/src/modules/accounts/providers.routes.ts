import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import { beginRequest, type ProviderDeps, signInWithProvider } from './providers.service.ts'
import { answerSignedIn, originOf } from './signed-in.ts'

/** Signing in with the account of a provider. */
export const providerRoutes = (app: FastifyInstance, deps: ProviderDeps): void => {
  const items = [...deps.providers.values()].map(({ provider, title }) => ({ provider, title }))
  serve(app, contract.listProviders, () => ({ items }))
  serve(app, contract.requestProvider, async ({ body }) => beginRequest(deps, body))
  serve(app, contract.signInWithProvider, async (call) =>
    answerSignedIn(deps, await signInWithProvider(deps, call.body, originOf(call.request)), call),
  )
  serve(app, contract.signInWithIdToken, async (call) =>
    answerSignedIn(deps, await signInWithProvider(deps, call.body, originOf(call.request)), call),
  )
}
