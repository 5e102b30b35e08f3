import { Refusal } from '../../../platform/http/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { notMeIdentifier } from '../mails/one-time-tokens.ts'
import { findUser, lockUser } from '../account/accounts.queries.ts'
import { parseNotMeOwner } from './not-me-links.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { inTransaction } from '../sessions/better-auth.ts'
import { closeToOthers } from './close-to-others.ts'

/**
 * Secures an account through an emailed link; see {@link closeToOthers}.
 * @throws Refusal BAD_TOKEN
 */
export const notMe = async (deps: AccountsDeps, token: string): Promise<void> => {
  const { db, jobs, auth } = deps
  await db.transaction().execute(async (tx) => {
    const value = await inTransaction(auth, tx, (internals) =>
      internals.consumeVerificationValue(notMeIdentifier(token)),
    )
    const user_id = value && parseNotMeOwner(value.value)
    if (!user_id || !(await findUser(tx, user_id))) throw new Refusal('BAD_TOKEN')
    await lockUser(tx, user_id)
    await closeToOthers(deps, tx, user_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'account_closed', user_id })
  })
}
