import { defineModule, joinRooms, type Room } from '../../module.ts'
import { accessTokens } from './access-tokens/index.ts'
import { account } from './account/index.ts'
import { identities } from './identities/index.ts'
import { mails } from './mails/index.ts'
import { NEEDS, type OpenAccounts, openAccounts } from './open-accounts.ts'
import { passkeys } from './passkeys/index.ts'
import { phoneNumbers } from './phone-numbers/index.ts'
import { sessions } from './sessions/index.ts'
import { settings } from './settings/index.ts'
import { signIn } from './sign-in/index.ts'
import { signUp } from './sign-up/index.ts'
import { twoFactor } from './two-factor/index.ts'
import { wallets } from './wallets/index.ts'

export {
  addImportedEmail,
  beginNextDeletion,
  changeUsername,
  endAccount,
  ensureClosedAccount,
  ensureImportedAccount,
  findEmail,
  findStoredLanguage,
  languagesOfAddress,
  type LeftContent,
  lockDeletion,
  nameImportedAccount,
  requireOwnName,
  suspend,
  suspendByEmail,
} from './account/index.ts'
export {
  appleKey,
  type AppleSettings,
  type GithubSettings,
  type OpenIdSettings,
  plainDomain,
  type ProviderSettings,
  type SamlSettings,
} from './identities/index.ts'
export { linkToken, parseRowId } from './mails/index.ts'
export type { AccountsOptions } from './open-accounts.ts'
export { findNumber } from './phone-numbers/index.ts'
export { createSenders, type Senders } from './sessions/index.ts'
export { savePreferences, selectPreferences } from './settings/index.ts'
export { buildRateKey } from './sign-in/index.ts'
export { captchaHosts, type CaptchaSettings, verifyToken } from './sign-up/index.ts'
export type { Chain } from './wallets/index.ts'

const ROOMS: readonly Room<OpenAccounts>[] = [
  sessions,
  signUp,
  account,
  passkeys,
  phoneNumbers,
  twoFactor,
  identities,
  wallets,
  accessTokens,
  signIn,
  settings,
  mails,
]

/** Sign-up, sign-in, sessions, passwords, email addresses, preferences, and account deletion. */
export const accounts = defineModule({
  name: 'accounts',
  needs: NEEDS,
  open: openAccounts,
  ...joinRooms(ROOMS),
})
