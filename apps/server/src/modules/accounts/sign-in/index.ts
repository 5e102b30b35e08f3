import type { Room } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { codeRoutes } from './sign-in-codes.routes.ts'
import { accountRoutes } from './sign-in.routes.ts'

export { buildRateKey } from './email-rate-key.ts'

/** Signing in and out with a password or an emailed code. */
export const signIn: Room<OpenAccounts> = { routes: [accountRoutes, codeRoutes] }
