import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Moment } from '../shapes.ts'
import { Email, Password, Token } from './account-fields.ts'
import { ClientHeaders, Credentials, SignedIn } from './accounts.ts'
import { SolutionHeaders } from './challenges.ts'

/** Whether posts, comments, and similar content are deleted, or stay and are attributed to a "former member". */
const Content = z.enum(['remove', 'keep'])
const AccountDeletion = z.object({ due_at: Moment })

/** Requests or cancels the deletion of the viewer's account. */
export const accountDeletionEndpoints = {
  deleteAccount: endpoint('POST /api/account/leaving', {
    summary:
      'Delete the account: everybody is signed out and nobody sees it from now on; after the time of grace it is removed',
    policy: 'own',
    rate: 'reauth',
    body: z.object({ password: Password.optional(), content: Content }),
    status: 202,
    answer: AccountDeletion,
    errors: ['PROOF_NEEDED', 'WRONG_PASSWORD'],
  }),
  requestAccountDeletion: endpoint('POST /api/auth/leaving-mails', {
    summary:
      'Mail a link with which an account can be deleted without signing in; answers alike whether or not the address is known',
    policy: 'anyone',
    rate: 'mail',
    headers: SolutionHeaders,
    body: z.object({ email: Email }),
    status: 202,
    errors: ['WORK_NEEDED', 'PROVIDER_DOWN'],
  }),
  confirmAccountDeletion: endpoint('POST /api/auth/leaving', {
    summary: 'Delete the account with the token of the mailed link, as in the app',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token, content: Content }),
    status: 202,
    answer: AccountDeletion,
    errors: ['BAD_TOKEN'],
  }),
  signInAndCancelDeletion: endpoint('POST /api/auth/return', {
    summary: 'Take the deletion of the account back and sign in, as long as it is not removed',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: Credentials,
    answer: SignedIn,
    errors: ['CREDENTIALS_MISSING', 'WRONG_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'GONE', 'FACTOR_NEEDED'],
  }),
}
