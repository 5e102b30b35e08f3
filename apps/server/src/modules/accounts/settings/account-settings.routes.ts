import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import { savePreferences, selectPreferences } from './account-settings.queries.ts'
import { getAccount } from './account-settings.service.ts'
import { changePassword } from '../sign-in/password.service.ts'
import type { PasskeyDeps } from '../passkeys/passkey-owner.ts'
import { confirmEmail, forgetEmail, requestEmailChange, undoEmail } from './email-change.service.ts'
import { prove, requestProofCode } from '../proofs/proofs.service.ts'
import { endSession, listSessions } from '../sessions/sessions.service.ts'

/** Routes for passwords, email addresses, sessions, and preferences. */
export function accountSettingsRoutes(app: FastifyInstance, deps: PasskeyDeps): void {
  const { db } = deps

  serve(app, contract.getAccount, async ({ viewer }) => getAccount(db, viewer))
  serve(app, contract.changePassword, async ({ viewer, body, request, reply }) => {
    await changePassword(deps, viewer, body)
    // A new password makes all devices unknown, except for this browser, whose owner knew the old password.
    if (request.headers.authorization === undefined)
      reply.header('set-cookie', await deps.devices.remember(viewer.user_id, undefined))
  })
  serve(app, contract.changeEmail, async ({ viewer, body }) => requestEmailChange(deps, viewer, body))
  serve(app, contract.forgetEmailChange, async ({ viewer }) => forgetEmail(db, viewer))
  serve(app, contract.confirmEmail, async ({ body }) => confirmEmail(deps, body.token))
  serve(app, contract.undoEmail, async ({ body }) => undoEmail(deps, body.token))

  serve(app, contract.requestProofCode, async ({ viewer }) => requestProofCode(deps, viewer))
  serve(app, contract.prove, async ({ viewer, body }) => prove(deps, viewer, body))

  serve(app, contract.listSessions, async ({ viewer }) => ({ items: await listSessions(db, viewer) }))
  serve(app, contract.endSession, async ({ viewer, params }) => endSession(deps, viewer, params.session_id))

  serve(app, contract.getPreferences, async ({ viewer }) => selectPreferences(db, viewer.user_id))
  serve(app, contract.setPreferences, async ({ viewer, body }) => savePreferences(db, viewer.user_id, body))
}
