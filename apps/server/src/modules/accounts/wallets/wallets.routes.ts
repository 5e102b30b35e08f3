import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import type { ProviderDeps } from '../identities/providers.service.ts'
import { answerSignedIn } from '../sign-in/answer-sign-in.ts'
import { getOrigin } from '../sign-in/request-origin.ts'
import { linkWallet, requestWallet, requestWalletLink, signInWithWallet } from './wallets.service.ts'

/** Routes for signing in with a wallet, and for linking one. */
export function walletRoutes(app: FastifyInstance, deps: ProviderDeps): void {
  serve(app, contract.requestWallet, async ({ body }) => requestWallet(deps, body))
  serve(app, contract.signInWithWallet, async (call) =>
    answerSignedIn(deps, await signInWithWallet(deps, call.body, getOrigin(call.request)), call),
  )
  serve(app, contract.requestWalletLink, async ({ viewer, body }) => requestWalletLink(deps, viewer, body))
  serve(app, contract.linkWallet, async ({ viewer, body }) => linkWallet(deps, viewer, body))
}
