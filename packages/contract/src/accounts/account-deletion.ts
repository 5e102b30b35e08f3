import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Moment } from '../shapes.ts'
import { Email, Password, Token } from './account-fields.ts'
import { ClientHeaders, Credentials, SignedIn } from './accounts.ts'
import { SolutionHeaders } from './challenges.ts'

/**
 * Whether the person's posts, comments, and similar content are deleted, or remain and are attributed to a "former
 * member".
 */
const Content = z.enum(['remove', 'keep'])
const AccountDeletion = z.object({ due_at: Moment })

/** Requests or cancels the deletion of the viewer's account. */
export const accountDeletionEndpoints = {
  deleteAccount: endpoint('POST /api/account/leaving', {
    summary:
      'Delete the viewer’s account. Requires a recent proof of identity or the password. Signs out every device and hides the account from everyone immediately. After a grace period, at the returned `due_at`, the account is deleted permanently.',
    policy: 'own',
    rate: 'reauth',
    body: z.object({ password: Password.optional(), content: Content }),
    status: 202,
    answer: AccountDeletion,
    errors: ['PROOF_NEEDED', 'WRONG_PASSWORD'],
  }),
  requestAccountDeletion: endpoint('POST /api/auth/leaving-mails', {
    summary:
      'Email a link for deleting an account without signing in. The answer is the same whether or not the address is known.',
    policy: 'anyone',
    rate: 'mail',
    headers: SolutionHeaders,
    body: z.object({ email: Email }),
    status: 202,
    errors: ['WORK_NEEDED', 'PROVIDER_DOWN'],
  }),
  confirmAccountDeletion: endpoint('POST /api/auth/leaving', {
    summary:
      'Delete the account with the token from the emailed link. The effect is the same as for `POST /api/account/leaving`. Accounts with two-step sign-in can’t be deleted this way.',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token, content: Content }),
    status: 202,
    answer: AccountDeletion,
    errors: ['BAD_TOKEN'],
  }),
  signInAndCancelDeletion: endpoint('POST /api/auth/return', {
    summary: 'Cancel the account’s deletion and sign in. Works until the account is deleted.',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: Credentials,
    answer: SignedIn,
    errors: ['CREDENTIALS_MISSING', 'WRONG_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'GONE', 'FACTOR_NEEDED'],
  }),
}
