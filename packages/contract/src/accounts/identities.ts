import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../shapes.ts'
import { Token } from './account-fields.ts'
import { Identity } from './sign-in-ways.ts'
import { ProviderRequest, ProviderRequested, Returned, ReturnedText } from './providers.ts'

/** Links provider identities to the viewer's account, and unlinks them. */
export const identityEndpoints = {
  listIdentities: endpoint('GET /api/account/identities', {
    summary: 'The identities that sign the viewer in, oldest first, and whether a password does',
    policy: 'own',
    rate: 'read',
    answer: z.object({ items: z.array(Identity), has_password: z.boolean() }),
  }),
  requestIdentity: endpoint('POST /api/account/identity-requests', {
    summary:
      'Begin to link an identity, by a fresh proof: answers the address of the provider to go to, as `POST /api/auth/provider-requests`',
    policy: 'member',
    rate: 'reauth',
    body: ProviderRequest,
    status: 201,
    answer: ProviderRequested,
    errors: ['PROOF_NEEDED', 'NOT_FOUND', 'PROVIDER_DOWN'],
  }),
  linkIdentity: endpoint('POST /api/account/identities', {
    summary:
      'Link an identity with what the return address of its provider has, or with an ID token, by a fresh proof; a mail tells the owner. Also for a sign-in that was refused with IDENTITY_UNLINKED or EMAIL_UNPROVEN, without `code`',
    policy: 'member',
    rate: 'write',
    body: z.object({ ...Returned, id_token: ReturnedText.optional() }),
    status: 201,
    answer: Identity,
    errors: [
      ...['PROOF_NEEDED', 'PROVIDER_OVER', 'PROVIDER_REFUSED', 'PROVIDER_DOWN', 'IN_PROGRESS'],
      'IDENTITY_ALREADY_EXISTS',
    ] as const,
  }),
  unlinkIdentity: endpoint('DELETE /api/account/identities/:identity_id', {
    summary: 'Unlink an identity, by a fresh proof; the last one stays where there is no password',
    policy: 'member',
    rate: 'reauth',
    params: z.object({ identity_id: Id }),
    errors: ['PROOF_NEEDED', 'IDENTITY_NOT_FOUND', 'SINGLE_IDENTITY_NOT_DELETABLE'],
  }),
  undoIdentity: endpoint('POST /api/auth/identity-undos', {
    summary:
      'Undo the linking of an identity with the token of the mail about it: every session ends, the password stops working, and a mail leads to a new one',
    policy: 'anyone',
    rate: 'sign_in',
    body: z.object({ token: Token }),
    errors: ['BAD_TOKEN'],
  }),
}
