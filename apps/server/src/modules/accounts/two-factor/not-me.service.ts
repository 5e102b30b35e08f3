import { Refusal } from '../../../platform/http/index.ts'
import { ACCOUNT_MAIL } from '../mails/mail-jobs.ts'
import { takeToken } from '../mails/one-time-tokens.queries.ts'
import { findUser } from '../account/accounts.queries.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { closeToOthers } from './close-to-others.ts'

/**
 * Secures an account through an emailed link; see {@link closeToOthers}.
 * @throws Refusal BAD_TOKEN
 */
export async function notMe(deps: AccountsDeps, token: string): Promise<void> {
  const { db, jobs } = deps
  await db.transaction().execute(async (tx) => {
    const user_id = await takeToken(tx, 'not-me', token)
    if (!user_id || !(await findUser(tx, user_id))) throw new Refusal('BAD_TOKEN')
    await closeToOthers(deps, tx, user_id)
    await jobs.send(tx, ACCOUNT_MAIL, { what: 'account_closed', user_id })
  })
}
