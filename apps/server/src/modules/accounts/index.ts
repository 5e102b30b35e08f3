import { defineModule, type Services, STAYS, worker } from '../../module.ts'
import { deleteOldEmailChanges } from './settings/email-change.queries.ts'
import { accountSettingsRoutes } from './settings/account-settings.routes.ts'
import { ACCOUNT_MAIL, MAIL_REQUEST, REQUESTED_MAIL, SIGN_UP_MAIL } from './mails/mail-jobs.ts'
import { accountMails } from './mails/send-account-mail.ts'
import { mailRequests, requestedMails, signUpMails } from './mails/send-requested-mail.ts'
import { deleteExpired } from './sessions/delete-expired.queries.ts'
import { accountRoutes } from './sign-in/sign-in.routes.ts'
import { codeRoutes } from './sign-in/sign-in-codes.routes.ts'
import { makeAuth } from './sessions/better-auth.ts'
import { cookieNameFor } from './sessions/session-cookie.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { deleteOldFactorRows } from './two-factor/factors.queries.ts'
import { factorRoutes } from './two-factor/factors.routes.ts'
import { PHONE_MESSAGE, phoneMessages } from './phone-numbers/phone-messages.ts'
import type { PhoneSettings } from './phone-numbers/phone-number.ts'
import { phoneRoutes } from './phone-numbers/phones.routes.ts'
import { KnownDevices } from './sessions/known-device-cookie.ts'
import { freeReservedUsernames } from './account/usernames.queries.ts'
import { accountDeletionRoutes } from './account/account-deletion.routes.ts'
import { Passwords } from './sign-in/password-hash.ts'
import { signInGate } from './sign-in/sign-in-gate.ts'
import { refreshRoutes } from './access-tokens/refresh.routes.ts'
import { createSigner } from './access-tokens/signed-access-token.ts'
import { deleteOldKeys } from './access-tokens/signing-keys.queries.ts'
import { deleteOldTokens } from './access-tokens/access-tokens.queries.ts'
import { createTrustedDevices } from './two-factor/trusted-devices.ts'
import type { FetchLimits } from './identities/provider-fetch.ts'
import type { ProviderSettings } from './identities/provider-types.ts'
import { providerFormRoutes } from './identities/provider-forms.routes.ts'
import { openProviders } from './identities/open-providers.ts'
import { providerRoutes } from './identities/providers.routes.ts'
import { tokenRoutes } from './access-tokens/access-tokens.routes.ts'
import { unbreachedBy } from './sign-in/ask-breached-passwords.ts'
import type { CaptchaSettings } from './sign-up/captcha.ts'
import { deleteOldUsedDevices } from './sessions/used-devices.queries.ts'
import { challengeRoutes } from './sign-up/challenges.routes.ts'
import { byCaptcha, byWork, canSolve } from './sign-up/challenges.service.ts'
import type { Chain } from './wallets/wallet-signature.ts'
import { walletRoutes } from './wallets/wallets.routes.ts'

export { ensureClosedAccount, findEmail } from './account/accounts.queries.ts'
export { savePreferences, selectPreferences } from './settings/account-settings.queries.ts'
export { findStoredLanguage, languagesOfAddress } from './account/receiver-languages.queries.ts'
export { captchaHosts } from './sign-up/captcha.ts'
export type { CaptchaSettings } from './sign-up/captcha.ts'
export { buildRateKey } from './sign-in/email-rate-key.ts'
export { changeUsername } from './account/change-username.ts'
export {
  addImportedEmail,
  ensureImportedAccount,
  nameImportedAccount,
} from './account/imported-accounts.service.ts'
export { beginNextDeletion, type LeftContent, lockDeletion } from './account/account-deletion.queries.ts'
export { endAccount } from './account/account-deletion.service.ts'
export { plainDomain } from './identities/sso-domains.ts'
export { appleKey } from './identities/provider-apple.ts'
export type {
  AppleSettings,
  GithubSettings,
  OpenIdSettings,
  ProviderSettings,
  SamlSettings,
} from './identities/provider-types.ts'
export { linkToken, parseRowId } from './mails/link-token.ts'
export type { Chain } from './wallets/wallet-signature.ts'
export { createSenders, type Senders } from './sessions/authenticate.ts'
export { suspend, suspendByEmail } from './account/suspend-account.service.ts'
export { findNumber } from './phone-numbers/phones.queries.ts'
export { requireOwnName } from './account/operator-names.ts'
export { verifyToken } from './sign-up/sign-up-token.ts'

type Needs = Pick<Services, 'db' | 'jobs' | 'log' | 'publicUrl' | 'secret'>

/** The operator's account settings. */
export type AccountsOptions = {
  providers: readonly ProviderSettings[]
  providerLimits?: FetchLimits
  /** Blockchains whose wallets can be used to sign in. */
  wallets?: readonly Chain[]
  /** Whether admins need a second factor to have admin rights. */
  adminFactors?: boolean
  captcha?: CaptchaSettings | null
  /** Service for checking breached passwords; none by default. */
  breached?: URL | null
  /** Settings for phone numbers; null if this server can't send text messages. */
  phones: PhoneSettings | null
}

const open = (
  { db, jobs, log, publicUrl, secret }: Needs,
  {
    providers,
    providerLimits,
    wallets = [],
    adminFactors = false,
    captcha,
    breached = null,
    phones,
  }: AccountsOptions,
) => {
  const passwords = new Passwords()
  const trusted = createTrustedDevices({ db, publicUrl })
  const auth = makeAuth({
    ...{ db, secret, publicUrl, passwords, log },
    admit: signInGate({ db, jobs, trusted }),
  })
  const devices = new KnownDevices({ db, secret, publicUrl })
  return {
    ...{ auth, passwords, devices, trusted, adminFactors, phones, wallets },
    requireUnbreached: unbreachedBy(breached, log),
    providers: openProviders(providers, secret, providerLimits),
    sign: createSigner({ db, secret, publicUrl }),
    work: captcha
      ? byCaptcha(captcha, { log, limits: providerLimits })
      : canSolve(publicUrl)
        ? byWork(secret)
        : null,
    cookieName: cookieNameFor(publicUrl),
  }
}

/** Sign-up, sign-in, sessions, passwords, email addresses, preferences, and account deletion. */
export const accounts = defineModule({
  name: 'accounts',
  needs: ['db', 'jobs', 'rates', 'mailer', 'sms', 'log', 'publicUrl', 'secret'],
  tables: {
    users: STAYS.withAccount,
    accounts: STAYS.withAccount,
    preferences: STAYS.withAccount,
    passkeys: STAYS.withAccount,
    phones: STAYS.withAccount,
    refresh_families: 'until their session ends',
    recovery_codes: 'until they are used, replaced, or the two-step sign-in is turned off',
  },
  open,
  routes: [
    accountRoutes,
    codeRoutes,
    providerRoutes,
    providerFormRoutes,
    passkeyRoutes,
    phoneRoutes,
    accountSettingsRoutes,
    accountDeletionRoutes,
    refreshRoutes,
    factorRoutes,
    tokenRoutes,
    challengeRoutes,
    walletRoutes,
  ],
  jobs: [
    worker(ACCOUNT_MAIL, accountMails),
    worker(SIGN_UP_MAIL, signUpMails),
    worker(MAIL_REQUEST, mailRequests),
    worker(REQUESTED_MAIL, requestedMails),
    worker(PHONE_MESSAGE, phoneMessages),
  ],
  cleanUps: [
    {
      name: 'expired sessions and sign-ups',
      everySeconds: 3600,
      removes: {
        sessions: 'at their end',
        ended_sessions: 'after thirty days',
        verifications: 'when the link is void',
        sign_in_codes: 'when the code is void',
        phone_codes: 'when the code is void',
        provider_requests: 'when the request is void',
        passkey_challenges: 'when the challenge is void',
        sign_ups: 'a week after the last of an address',
      },
      run: ({ db }) => deleteExpired(db),
    },
    {
      name: 'changes of addresses',
      everySeconds: 3600,
      removes: { email_changes: 'a day after the request, or when it cannot be undone any more' },
      run: ({ db }) => deleteOldEmailChanges(db),
    },
    {
      name: 'ended access tokens',
      everySeconds: 3600,
      removes: { access_tokens: 'a month after their end, or when they are revoked' },
      run: ({ db }) => deleteOldTokens(db),
    },
    {
      name: 'second factors that were not begun or go on no more',
      everySeconds: 3600,
      removes: {
        factors: 'when removed; an hour after they were begun without a code',
        factor_challenges: 'when the sign-in is over',
        trusted_devices: 'after thirty days',
        factor_recoveries: 'a week after their time has come',
      },
      run: ({ db }) => deleteOldFactorRows(db),
    },
    {
      name: 'devices not used for long',
      everySeconds: 3600,
      removes: { used_devices: 'four hundred days after their last use' },
      run: ({ db }) => deleteOldUsedDevices(db),
    },
    {
      name: 'old signing keys',
      everySeconds: 3600,
      removes: { signing_keys: 'an hour after they signed last' },
      run: ({ db }) => deleteOldKeys(db),
    },
    {
      name: 'reserved usernames',
      everySeconds: 3600,
      removes: { reserved_usernames: 'after ninety days' },
      run: ({ db }) => freeReservedUsernames(db),
    },
  ],
})
