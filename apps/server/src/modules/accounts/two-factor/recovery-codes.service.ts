import type { Viewer } from '@nollie/contract'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { hasFactor } from './factors.queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.queries.ts'
import { lockProven, requireProof } from '../proofs/proofs.service.ts'
import { digestOfRecoveryCode, newRecoveryCodes } from './recovery-code.ts'
import { say } from '../../../platform/languages/index.ts'
import { Refusal } from '../../../platform/http/index.ts'

/**
 * Replaces the viewer's recovery codes, and emails the owner.
 * @throws Refusal PROOF_NEEDED, SESSION_MISSING, BAD_REQUEST without a factor
 */
export async function makeRecoveryCodes(deps: AccountsDeps, viewer: Viewer): Promise<{ codes: string[] }> {
  const { user_id } = viewer
  await requireProof(deps, viewer)
  const codes = newRecoveryCodes()
  await deps.db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    if (!(await hasFactor(tx, user_id)))
      throw new Refusal('BAD_REQUEST', { detail: say`Turn on two-step sign-in first.` })
    const digests = codes.map((code) => digestOfRecoveryCode(deps.secret, user_id, code))
    await replaceRecoveryCodes(tx, user_id, digests)
    await deps.jobs.send(tx, ACCOUNT_MAIL, { what: 'recovery_codes_made', user_id })
  })
  return { codes }
}
