import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'
import { Password } from './accounts.ts'
import { Code } from './codes.ts'

/** A proof of who one is, as JSON: the password, or a mailed code with its id; nothing or both is refused with INVALID. */
export const ProofOfPerson = z
  .object({ password: Password.optional(), code_id: Id.optional(), code: Code.optional() })
  .superRefine((proof, context) => {
    const given = Object.values(proof).filter((value) => value !== undefined).length
    if (given === (proof.password === undefined ? 2 : 1)) return
    for (const field of given ? Object.keys(proof) : ['password'])
      context.addIssue({
        code: 'custom',
        path: [field],
        message: 'Either the password or a code with its id',
      })
  })
/** @see ProofOfPerson */
export type ProofOfPerson = z.infer<typeof ProofOfPerson>

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
    body: ProofOfPerson,
    answer: z.object({ fresh_until: Moment }),
    errors: ['WRONG_PASSWORD', 'WRONG_CODE', 'CODE_OVER'],
  }),
}
