import { type Room, STAYS } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { passkeyRoutes } from './passkeys.routes.ts'

/** Passkeys: adding, removing, and signing in with them. */
export const passkeys: Room<OpenAccounts> = {
  tables: { passkeys: STAYS.withAccount },
  routes: [passkeyRoutes],
}
