import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import {
  listIdentities,
  linkIdentity,
  requestIdentity,
  undoIdentity,
  unlinkIdentity,
} from './identities.service.ts'
import { beginRequest, type ProviderDeps, signInWithProvider } from './providers.service.ts'
import { beginSso } from './sso.service.ts'
import { answerSignedIn } from '../sign-in/answer-sign-in.ts'
import { getOrigin } from '../sign-in/request-origin.ts'

/** Routes for signing in with a provider's account, and for linking identities. */
export function providerRoutes(app: FastifyInstance, deps: ProviderDeps): void {
  const all = [...deps.providers.values()]
  const items = all
    .filter(({ domains }) => domains === null)
    .map(({ provider, title }) => ({ provider, title }))
  const has_sso = items.length < all.length
  serve(app, contract.listProviders, () => ({ items, has_sso, wallets: [...deps.wallets] }))
  serve(app, contract.requestProvider, async ({ body }) => beginRequest(deps, body))
  serve(app, contract.requestSso, async ({ body }) => beginSso(deps, body))
  serve(app, contract.signInWithProvider, async (call) =>
    answerSignedIn(deps, await signInWithProvider(deps, call.body, getOrigin(call.request)), call),
  )
  serve(app, contract.signInWithIdToken, async (call) =>
    answerSignedIn(deps, await signInWithProvider(deps, call.body, getOrigin(call.request)), call),
  )

  serve(app, contract.listIdentities, async ({ viewer }) => listIdentities(deps, viewer))
  serve(app, contract.requestIdentity, async ({ viewer, body }) => requestIdentity(deps, viewer, body))
  serve(app, contract.linkIdentity, async ({ viewer, body }) => linkIdentity(deps, viewer, body))
  serve(app, contract.unlinkIdentity, async ({ viewer, params }) =>
    unlinkIdentity(deps, viewer, params.identity_id),
  )
  serve(app, contract.undoIdentity, async ({ body }) => undoIdentity(deps, body.token))
}
