import { v7 as uuidv7 } from 'uuid'
import { ACCOUNT_LIMITS } from '@nollie/contract/accounts/limits'
import { type AccessToken, type Scope, type Viewer } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { lockProven, requireProof } from '../proofs/proofs.service.ts'
import { newTokenText } from './access-token-text.ts'
import { countTokens, deleteToken, insertToken } from './access-tokens.queries.ts'
import { say } from '../../../platform/languages/index.ts'

type Wanted = { name: string; scopes: Scope[]; expires_in_days: number; password?: string | undefined }

/**
 * Creates an access token and emails its owner. Requires a recent proof of identity or the password.
 * @throws Refusal PROOF_NEEDED, WRONG_PASSWORD, TOO_MANY, SESSION_MISSING if the session has ended in the meantime, and
 * BAD_REQUEST above `tokens_max`
 */
export async function makeToken(
  deps: AccountsDeps,
  viewer: Viewer,
  { name, scopes, expires_in_days, password }: Wanted,
): Promise<AccessToken & { token: string }> {
  const { user_id } = viewer
  await requireProof(deps, viewer, { password, field: 'password' })
  const token = newTokenText()
  return deps.db.transaction().execute(async (tx) => {
    await lockProven(tx, viewer)
    if ((await countTokens(tx, user_id)) >= ACCOUNT_LIMITS.tokens_max)
      throw new Refusal('BAD_REQUEST', {
        detail: say`You’ve reached the limit of ${ACCOUNT_LIMITS.tokens_max} access tokens. Revoke one first.`,
      })
    const made = await insertToken(tx, token, { id: uuidv7(), user_id, name, scopes, days: expires_in_days })
    await deps.jobs.send(tx, ACCOUNT_MAIL, { what: 'token_made', user_id, name })
    return { ...made, token }
  })
}

/**
 * Revokes one of the viewer's tokens.
 * @throws Refusal NOT_FOUND, including for another person's token
 */
export async function revokeToken(db: Db, { user_id }: Viewer, token_id: string): Promise<void> {
  if (!(await deleteToken(db, user_id, token_id))) throw new Refusal('NOT_FOUND')
}
