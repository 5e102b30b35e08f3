import { type Room, STAYS, worker } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { PHONE_MESSAGE, phoneMessages } from './phone-messages.ts'
import { phoneRoutes } from './phones.routes.ts'

export { findNumber } from './phones.queries.ts'

/** Phone numbers and the codes sent to them. */
export const phoneNumbers: Room<OpenAccounts> = {
  tables: { phones: STAYS.withAccount },
  routes: [phoneRoutes],
  jobs: [worker(PHONE_MESSAGE, phoneMessages)],
}
