import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../shapes.ts'
import { Token } from './account-fields.ts'
import { Identity } from './sign-in-ways.ts'
import { ProviderRequest, ProviderRequested, Returned, ReturnedText } from './providers.ts'

/** Links provider identities to the viewer's account, and unlinks them. */
export const identityEndpoints = {
  listIdentities: endpoint('GET /api/account/identities', {
    summary:
      'List the identities that the viewer can sign in with, oldest first, and whether they have a password',
    policy: 'own',
    rate: 'read',
    answer: z.object({ items: z.array(Identity), has_password: z.boolean() }),
  }),
  requestIdentity: endpoint('POST /api/account/identity-requests', {
    summary:
      'Start linking an identity. Requires a recent proof of identity. Returns the provider’s URL to open, like `POST /api/auth/provider-requests`.',
    policy: 'member',
    rate: 'reauth',
    body: ProviderRequest,
    status: 201,
    answer: ProviderRequested,
    errors: ['PROOF_NEEDED', 'NOT_FOUND', 'PROVIDER_DOWN'],
  }),
  linkIdentity: endpoint('POST /api/account/identities', {
    summary:
      'Link an identity with the parameters of the provider’s return URL, or with an ID token. Requires a recent proof of identity. Emails the owner and returns the identity. Omit `code` to link after a sign-in that was refused with `IDENTITY_UNLINKED` or `EMAIL_UNPROVEN`.',
    policy: 'member',
    rate: 'write',
    body: z.object({ ...Returned, id_token: ReturnedText.optional() }),
    status: 201,
    answer: Identity,
    errors: [
      'PROOF_NEEDED',
      'PROVIDER_OVER',
      'PROVIDER_REFUSED',
      'PROVIDER_DOWN',
      'IN_PROGRESS',
      'IDENTITY_ALREADY_EXISTS',
    ] as const,
  }),
  unlinkIdentity: endpoint('DELETE /api/account/identities/:identity_id', {
    summary:
      'Unlink an identity. Requires a recent proof of identity. Without a password, the last identity can’t be unlinked.',
    policy: 'member',
    rate: 'reauth',
    params: z.object({ identity_id: Id }),
    errors: ['PROOF_NEEDED', 'IDENTITY_NOT_FOUND', 'SINGLE_IDENTITY_NOT_DELETABLE'],
  }),
  undoIdentity: endpoint('POST /api/auth/identity-undos', {
    summary:
      'Undo the linking of an identity with the token from the email about it. Secures the account like `POST /api/auth/not-me`: all sessions end, the password stops working, and an email lets the owner set a new one.',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
}
