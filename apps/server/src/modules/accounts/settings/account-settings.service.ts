import type { Account, Viewer } from '@nollie/contract'
import type { Db } from '../../../db/open.ts'
import { Refusal } from '../../../platform/http/index.ts'
import { selectAccount } from './account-settings.queries.ts'

/**
 * Returns the viewer's account.
 * @throws Refusal SESSION_MISSING if the account was deleted in the meantime
 */
export async function getAccount(db: Db, viewer: Viewer): Promise<Account> {
  const account = await selectAccount(db, viewer.user_id)
  if (!account) throw new Refusal('SESSION_MISSING')
  return account
}
