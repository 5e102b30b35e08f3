import { type Room, STAYS } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { accountSettingsRoutes } from './account-settings.routes.ts'
import { deleteOldEmailChanges } from './email-change.queries.ts'

export { savePreferences, selectPreferences } from './account-settings.queries.ts'

/** Preferences, and changing the email address. */
export const settings: Room<OpenAccounts> = {
  tables: { preferences: STAYS.withAccount },
  routes: [accountSettingsRoutes],
  cleanUps: [
    {
      name: 'old email changes',
      everySeconds: 3600,
      removes: { email_changes: "a day after the request, or when it can't be undone anymore" },
      run: ({ db }) => deleteOldEmailChanges(db),
    },
  ],
}
