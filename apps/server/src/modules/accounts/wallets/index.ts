import type { Room } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { walletRoutes } from './wallets.routes.ts'

export type { Chain } from './wallet-signature.ts'

/** Signing in with a blockchain wallet. */
export const wallets: Room<OpenAccounts> = { routes: [walletRoutes] }
