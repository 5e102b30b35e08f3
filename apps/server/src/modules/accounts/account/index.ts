import { type Room, STAYS } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { accountDeletionRoutes } from './account-deletion.routes.ts'
import { freeReservedUsernames } from './usernames.queries.ts'

export { beginNextDeletion, type LeftContent, lockDeletion } from './account-deletion.queries.ts'
export { endAccount } from './account-deletion.service.ts'
export { ensureClosedAccount, findEmail } from './accounts.queries.ts'
export { changeUsername } from './change-username.ts'
export { addImportedEmail, ensureImportedAccount, nameImportedAccount } from './imported-accounts.service.ts'
export { requireOwnName } from './operator-names.ts'
export { findStoredLanguage, languagesOfAddress } from './receiver-languages.queries.ts'
export { suspend, suspendByEmail } from './suspend-account.service.ts'

/** Accounts: names, languages, suspension, and deletion. */
export const account: Room<OpenAccounts> = {
  tables: { users: STAYS.withAccount, accounts: STAYS.withAccount },
  routes: [accountDeletionRoutes],
  cleanUps: [
    {
      name: 'reserved usernames',
      everySeconds: 3600,
      removes: { reserved_usernames: 'after 90 days' },
      run: ({ db }) => freeReservedUsernames(db),
    },
  ],
}
