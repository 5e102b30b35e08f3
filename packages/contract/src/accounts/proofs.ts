import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Moment } from '../shapes.ts'
import { Password } from './account-fields.ts'
import { Code } from './sign-in-codes.ts'
import { FactorCode } from './factors.ts'
import { PasskeyProof } from './passkeys.ts'
import { issue } from '../sentences.ts'

/**
 * Proof of identity: exactly one of the password, an emailed code with its id, a passkey response, or a second-factor
 * code.
 */
export const ProofOfPerson = z
  .object({
    password: Password.optional(),
    code_id: Id.optional(),
    code: Code.optional(),
    passkey: PasskeyProof.optional(),
    factor_code: FactorCode.optional(),
    /** The id of a `factor_code` sent by text message. */
    factor_code_id: Id.optional(),
  })
  .superRefine((proof, context) => {
    const { password, code_id, code, passkey, factor_code } = proof
    const ways = [password, code_id ?? code, passkey, factor_code].filter((way) => way !== undefined).length
    const isWhole = (code_id === undefined) === (code === undefined)
    if (ways === 1 && isWhole && (factor_code !== undefined || proof.factor_code_id === undefined)) return
    for (const field of ways ? Object.keys(proof) : ['password'])
      context.addIssue({
        code: 'custom',
        path: [field],
        message: issue`Send one of: the password, a code with its id, a passkey, or a second factor code.`,
      })
  })
/** Proof of identity: exactly one of a password, an emailed code, a passkey response, or a second-factor code. */
export type ProofOfPerson = z.infer<typeof ProofOfPerson>

/** Proofs of identity, required again for changes that a stolen session must not be able to make. */
export const proofEndpoints = {
  requestProofCode: endpoint('POST /api/account/proof-codes', {
    summary:
      'Email a six-digit code to the account’s address, for proving the viewer’s identity in this session. Returns the `code_id` to send with the code.',
    policy: 'own',
    rate: 'reauth',
    status: 202,
    answer: z.object({ code_id: Id, expires_at: Moment }),
  }),
  prove: endpoint('POST /api/account/proofs', {
    summary:
      'Prove the viewer’s identity with the password, an emailed code, a passkey, or a second factor. If the viewer has a second factor that this session hasn’t proven, only a passkey or second factor works (`FACTOR_NEEDED`). For ten minutes (until `fresh_until`), this session can then make changes that are otherwise refused with `PROOF_NEEDED`. Signing in counts as a proof, too.',
    policy: 'own',
    rate: 'reauth',
    body: ProofOfPerson,
    answer: z.object({ fresh_until: Moment }),
    errors: ['WRONG_PASSWORD', 'WRONG_CODE', 'CODE_OVER', 'PASSKEY_REFUSED', 'PASSKEY_OVER', 'FACTOR_NEEDED'],
  }),
}
