import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/index.ts'
import { requestMail } from '../mails/request-mail.ts'
import { type AccountsDeps } from '../accounts-deps.ts'
import { getAsker } from '../sign-in/request-origin.ts'
import { deleteAccount, deleteAccountByLink } from './account-deletion.service.ts'

/** Routes for deleting one's account, in the app or by email. */
export function accountDeletionRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  serve(app, contract.deleteAccount, async ({ viewer, body }) => deleteAccount(deps, viewer, body))
  serve(app, contract.requestAccountDeletion, async ({ body: { email }, headers, request }) =>
    requestMail(deps, { what: 'leave_wanted', email }, getAsker({ headers, request })),
  )
  serve(app, contract.confirmAccountDeletion, async ({ body }) => deleteAccountByLink(deps, body))
}
