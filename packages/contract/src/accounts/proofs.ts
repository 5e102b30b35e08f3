import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'
import { Password } from './accounts.ts'
import { Code } from './codes.ts'

/** Proving anew who one is, before a change that a stolen session must not make. */
export const proofEndpoints = {
  requestProofCode: endpoint('POST /api/account/proof-codes', {
    summary:
      'Mail a code of six digits to the address of the account, with which this session proves who it is',
    policy: 'own',
    rate: 'reauth',
    status: 202,
    answer: z.object({ code_id: Id, expires_at: Moment }),
  }),
  prove: endpoint('POST /api/account/proofs', {
    summary:
      'Prove who one is, by the password or by a mailed code. For ten minutes this session then makes changes that are otherwise refused with PROOF_NEEDED; a sign-in counts as a proof, too',
    policy: 'own',
    rate: 'reauth',
    body: z.union([z.object({ password: Password }), z.object({ code_id: Id, code: Code })]),
    answer: z.object({ fresh_until: Moment }),
    errors: ['WRONG_PASSWORD', 'WRONG_CODE', 'CODE_OVER'],
  }),
}
