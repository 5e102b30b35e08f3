import type { Room } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { deleteOldFactorRows } from './factors.queries.ts'
import { factorRoutes } from './factors.routes.ts'

/** Second factors, recovery codes, trusted devices, and closing an account to an intruder. */
export const twoFactor: Room<OpenAccounts> = {
  tables: { recovery_codes: 'until they are used or replaced, or two-step sign-in is turned off' },
  routes: [factorRoutes],
  cleanUps: [
    {
      name: 'unfinished and removed second factors',
      everySeconds: 3600,
      removes: {
        factors: 'when removed, or an hour after the setup began without a code',
        factor_challenges: 'when the sign-in ends',
        trusted_devices: 'after 30 days',
        factor_recoveries: 'a week after the waiting period ends',
      },
      run: ({ db }) => deleteOldFactorRows(db),
    },
  ],
}
