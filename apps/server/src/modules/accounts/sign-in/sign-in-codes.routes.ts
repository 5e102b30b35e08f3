import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { requestCode, signInWithCode } from './sign-in-codes.service.ts'
import { answerSignedIn } from './answer-sign-in.ts'
import { getAsker, getOrigin } from './request-origin.ts'

/** Routes for emailed sign-in codes. */
export function codeRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  serve(app, contract.requestCode, async ({ body, headers, request }) =>
    requestCode(deps, body, getAsker({ headers, request })),
  )
  serve(app, contract.signInWithCode, async (call) =>
    answerSignedIn(deps, await signInWithCode(deps, call.body, getOrigin(call.request)), call),
  )
}
