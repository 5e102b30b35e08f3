import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import { findPhone } from './phones.queries.ts'
import {
  type PhoneDeps,
  removePhone,
  requestPhoneCode,
  requestPhoneProof,
  setPhone,
  signInWithPhoneCode,
} from './phones.service.ts'
import { answerSignedIn } from '../sign-in/answer-sign-in.ts'
import { getAsker, getOrigin } from '../sign-in/request-origin.ts'

/** Routes for signing in with codes from text messages, and for managing one's number. */
export function phoneRoutes(app: FastifyInstance, deps: PhoneDeps): void {
  serve(app, contract.getPhoneService, async () => ({
    is_offered: deps.phones !== null,
    countries: deps.phones?.countries ? [...deps.phones.countries] : null,
  }))
  serve(app, contract.requestPhoneCode, async ({ body, headers, request }) =>
    requestPhoneCode(deps, body, getAsker({ headers, request })),
  )
  serve(app, contract.signInWithPhoneCode, async (call) =>
    answerSignedIn(deps, await signInWithPhoneCode(deps, call.body, getOrigin(call.request)), call),
  )
  serve(app, contract.getPhone, async ({ viewer }) => ({
    phone: (await findPhone(deps.db, viewer.user_id)) ?? null,
  }))
  serve(app, contract.requestPhoneProof, async ({ viewer, body }) =>
    requestPhoneProof(deps, viewer, body.phone),
  )
  serve(app, contract.setPhone, async ({ viewer, body }) => setPhone(deps, viewer, body))
  serve(app, contract.removePhone, async ({ viewer }) => removePhone(deps, viewer))
}
