import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import { findSession } from '../sessions/sessions.queries.ts'
import { signUp, verifyEmail } from '../sign-up/sign-up.service.ts'
import { setNewPassword } from './password.service.ts'
import { requestMail } from '../mails/request-mail.ts'
import { type AccountsDeps } from '../accounts-deps.ts'
import { signIn } from './sign-in.service.ts'
import { signOut } from '../sessions/sign-out.service.ts'
import { answerSignedIn } from './answer-sign-in.ts'
import { getAsker, getOrigin } from './request-origin.ts'
import { suspendedSender, findToken } from '../sessions/authenticate.ts'

/** Routes for signing up, verification, signing in and out, new passwords, and the current session. */
export function accountRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { db, cookie, passwords } = deps
  app.admission.narrow([contract.signIn.route, contract.signInAndCancelDeletion.route], {
    room: () => passwords.roomFor('sign_in'),
    refused: () => passwords.refused('sign_in'),
  })

  serve(app, contract.getSession, async ({ viewer, request }) => {
    const sender = viewer ?? request.suspended
    const session = sender && (await findSession(deps, { id: sender.session_id }))
    if (session) return session
    const is_suspended = (await suspendedSender(db, request.headers, cookie)) !== null
    return { user: null, expires_at: null, is_suspended }
  })

  serve(app, contract.signUp, async ({ body, headers, request }) =>
    signUp(deps, body, getAsker({ headers, request })),
  )
  serve(app, contract.verifyEmail, async ({ body }) => verifyEmail(deps, body.token))

  serve(app, contract.signIn, async (call) =>
    answerSignedIn(deps, await signIn(deps, call.body, getOrigin(call.request)), call),
  )
  serve(app, contract.signInAndCancelDeletion, async (call) =>
    answerSignedIn(
      deps,
      await signIn(deps, call.body, getOrigin(call.request), { cancelsDeletion: true }),
      call,
    ),
  )

  serve(app, contract.signOut, async ({ query: { scope }, viewer, request, reply }) => {
    const byCookie = findToken(request.headers, cookie)?.by === 'cookie'
    const cookies = await signOut(deps, { viewer, scope, byCookie })
    if (cookies.length > 0) reply.header('set-cookie', cookies)
  })

  serve(app, contract.resendVerification, async ({ body: { email }, headers, request }) =>
    requestMail(deps, { what: 'verification_wanted', email }, getAsker({ headers, request })),
  )
  serve(app, contract.forgotPassword, async ({ body: { email }, headers, request }) =>
    requestMail(deps, { what: 'reset_wanted', email }, getAsker({ headers, request })),
  )
  serve(app, contract.newPassword, async ({ body, reply }) => {
    reply.header('set-cookie', await setNewPassword(deps, body))
  })
}
