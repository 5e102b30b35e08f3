import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import type { PasskeyDeps } from '../passkeys/passkey-owner.ts'
import type { PhoneDeps } from '../phone-numbers/phones.service.ts'
import { finishRecovery, requestRecovery, stopOwnRecovery, stopRecovery } from './factor-recovery.service.ts'
import { notMe } from './not-me.service.ts'
import { requestFactorCode, requestOwnFactorCode } from './send-factor-code.service.ts'
import { signInWithFactor } from './factor-sign-in.service.ts'
import { addFactor, getFactors, nameFactor, removeFactor, verifyFactor } from './factors.service.ts'
import { revokeTrustedDevice } from './trusted-devices.ts'
import { makeRecoveryCodes } from './recovery-codes.service.ts'
import { answerSignedIn } from '../sign-in/answer-sign-in.ts'
import { getOrigin } from '../sign-in/request-origin.ts'

/** Routes for two-step sign-in. */
export function factorRoutes(app: FastifyInstance, deps: PasskeyDeps & PhoneDeps): void {
  const { db } = deps

  serve(app, contract.listFactors, async ({ viewer }) => getFactors(db, viewer))
  serve(app, contract.addFactor, async ({ viewer, body }) => addFactor(deps, viewer, body))
  serve(app, contract.verifyFactor, async ({ viewer, params, body }) =>
    verifyFactor(deps, viewer, { ...params, ...body }),
  )
  serve(app, contract.renameFactor, async ({ viewer, params, body }) =>
    nameFactor(db, viewer, { ...params, ...body }),
  )
  serve(app, contract.removeFactor, async ({ viewer, params }) =>
    removeFactor(deps, viewer, params.factor_id),
  )
  serve(app, contract.makeRecoveryCodes, async ({ viewer }) => makeRecoveryCodes(deps, viewer))
  serve(app, contract.revokeTrustedDevice, async ({ viewer, params }) =>
    revokeTrustedDevice(db, viewer, params.device_id),
  )

  serve(app, contract.requestFactorCode, async ({ body, request }) =>
    requestFactorCode(deps, body.challenge, request.headers.cookie),
  )
  serve(app, contract.requestOwnFactorCode, async ({ viewer }) => requestOwnFactorCode(deps, viewer))
  serve(app, contract.signInWithFactor, async (call) =>
    answerSignedIn(deps, await signInWithFactor(deps, call.body, getOrigin(call.request)), call),
  )

  serve(app, contract.requestFactorRecovery, async ({ body }) => requestRecovery(deps, body.challenge))
  serve(app, contract.stopFactorRecovery, async ({ body }) => stopRecovery(deps, body.token))
  serve(app, contract.finishFactorRecovery, async ({ body }) => finishRecovery(deps, body.token))
  serve(app, contract.stopOwnFactorRecovery, async ({ viewer }) => stopOwnRecovery(deps, viewer))
  serve(app, contract.notMe, async ({ body }) => notMe(deps, body.token))
}
