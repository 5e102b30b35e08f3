import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import { selectPasskeys } from './passkeys.queries.ts'
import { newChallenge, type PasskeyDeps } from './passkey-owner.ts'
import {
  addPasskey,
  offerPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.service.ts'
import { answerSignedIn } from '../sign-in/answer-sign-in.ts'
import { getOrigin } from '../sign-in/request-origin.ts'

/** Routes for signing in with passkeys, and for managing one's own. */
export function passkeyRoutes(app: FastifyInstance, deps: PasskeyDeps): void {
  serve(app, contract.requestPasskeyChallenge, async () => newChallenge(deps))
  serve(app, contract.signInWithPasskey, async (call) =>
    answerSignedIn(deps, await signInWithPasskey(deps, call.body, getOrigin(call.request)), call),
  )
  serve(app, contract.listPasskeys, async ({ viewer }) => ({
    items: await selectPasskeys(deps.db, viewer.user_id),
  }))
  serve(app, contract.offerPasskey, async ({ viewer }) => offerPasskey(deps, viewer))
  serve(app, contract.addPasskey, async ({ viewer, body }) => addPasskey(deps, viewer, body))
  serve(app, contract.renamePasskey, async ({ viewer, params, body }) =>
    renamePasskey(deps, viewer, { id: params.passkey_id, ...body }),
  )
  serve(app, contract.removePasskey, async ({ viewer, params }) =>
    removePasskey(deps, viewer, params.passkey_id),
  )
}
