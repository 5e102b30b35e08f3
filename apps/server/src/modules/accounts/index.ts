import { defineModule, type Services, STAYS, worker } from '../../module.ts'
import { deleteOldEmailChanges } from './email-change.queries.ts'
import { accountSettingsRoutes } from './account-settings.routes.ts'
import { ACCOUNT_MAIL, MAIL_REQUEST, REQUESTED_MAIL, SIGN_UP_MAIL } from './mail-jobs.ts'
import { accountMails } from './send-account-mail.ts'
import { mailRequests, requestedMails, signUpMails } from './send-requested-mail.ts'
import { deleteExpired } from './delete-expired.queries.ts'
import { accountRoutes } from './accounts.routes.ts'
import { codeRoutes } from './sign-in-codes.routes.ts'
import { makeAuth } from './better-auth.ts'
import { cookieNameFor } from './session-cookie.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { deleteOldFactorRows } from './factors.queries.ts'
import { factorRoutes } from './factors.routes.ts'
import { PHONE_MESSAGE, phoneMessages } from './phone-messages.ts'
import type { PhoneSettings } from './phone-number.ts'
import { phoneRoutes } from './phones.routes.ts'
import { KnownDevices } from './known-device-cookie.ts'
import { freeReservedUsernames } from './usernames.queries.ts'
import { accountDeletionRoutes } from './account-deletion.routes.ts'
import { Passwords } from './password-hash.ts'
import { signInGate } from './sign-in-gate.ts'
import { refreshRoutes } from './refresh.routes.ts'
import { createSigner } from './signed-access-token.ts'
import { deleteOldKeys } from './signing-keys.queries.ts'
import { deleteOldTokens } from './access-tokens.queries.ts'
import { createTrustedDevices } from './trusted-devices.ts'
import type { FetchLimits } from './provider-fetch.ts'
import type { ProviderSettings } from './provider-types.ts'
import { providerFormRoutes } from './provider-forms.routes.ts'
import { openProviders } from './open-providers.ts'
import { providerRoutes } from './providers.routes.ts'
import { tokenRoutes } from './access-tokens.routes.ts'
import { unbreachedBy } from './ask-breached-passwords.ts'
import type { CaptchaSettings } from './captcha.ts'
import { deleteOldUsedDevices } from './used-devices.queries.ts'
import { challengeRoutes } from './challenges.routes.ts'
import { byCaptcha, byWork, canSolve } from './challenges.service.ts'
import type { Chain } from './wallet-signature.ts'
import { walletRoutes } from './wallets.routes.ts'

export { ensureClosedAccount, findEmail } from './accounts.queries.ts'
export { savePreferences, selectPreferences } from './account-settings.queries.ts'
export { findStoredLanguage, languagesOfAddress } from './receiver-languages.queries.ts'
export { captchaHosts } from './captcha.ts'
export type { CaptchaSettings } from './captcha.ts'
export { buildRateKey } from './email-rate-key.ts'
export { changeUsername } from './change-username.ts'
export { addImportedEmail, ensureImportedAccount, nameImportedAccount } from './imported-accounts.service.ts'
export { beginNextDeletion, type LeftContent, lockDeletion } from './account-deletion.queries.ts'
export { endAccount } from './account-deletion.service.ts'
export { plainDomain } from './sso-domains.ts'
export { appleKey } from './provider-apple.ts'
export type {
  AppleSettings,
  GithubSettings,
  OpenIdSettings,
  ProviderSettings,
  SamlSettings,
} from './provider-types.ts'
export { linkToken, parseRowId } from './link-token.ts'
export type { Chain } from './wallet-signature.ts'
export { createSenders, type Senders } from './authenticate.ts'
export { suspend, suspendByEmail } from './suspend-account.service.ts'
export { findNumber } from './phones.queries.ts'
export { requireOwnName } from './operator-names.ts'
export { verifyToken } from './sign-up-token.ts'

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
    recovery_codes: 'until they are used or replaced, or two-step sign-in is turned off',
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
        sessions: 'when they end',
        ended_sessions: 'after 30 days',
        verifications: 'when the link expires',
        sign_in_codes: 'when the code expires',
        phone_codes: 'when the code expires',
        provider_requests: 'when the request expires',
        passkey_challenges: 'when the challenge expires',
        sign_ups: 'a week after the last sign-up with the address',
      },
      run: ({ db }) => deleteExpired(db),
    },
    {
      name: 'changes of addresses',
      everySeconds: 3600,
      removes: { email_changes: "a day after the request, or when it can't be undone anymore" },
      run: ({ db }) => deleteOldEmailChanges(db),
    },
    {
      name: 'ended access tokens',
      everySeconds: 3600,
      removes: { access_tokens: 'a month after they expire, or when they are revoked' },
      run: ({ db }) => deleteOldTokens(db),
    },
    {
      name: 'second factors that were not begun or go on no more',
      everySeconds: 3600,
      removes: {
        factors: 'when removed, or an hour after the setup began without a code',
        factor_challenges: 'when the sign-in ends',
        trusted_devices: 'after 30 days',
        factor_recoveries: 'a week after the waiting period ends',
      },
      run: ({ db }) => deleteOldFactorRows(db),
    },
    {
      name: 'devices not used for long',
      everySeconds: 3600,
      removes: { used_devices: '400 days after their last use' },
      run: ({ db }) => deleteOldUsedDevices(db),
    },
    {
      name: 'old signing keys',
      everySeconds: 3600,
      removes: { signing_keys: 'an hour after their last use' },
      run: ({ db }) => deleteOldKeys(db),
    },
    {
      name: 'reserved usernames',
      everySeconds: 3600,
      removes: { reserved_usernames: 'after 90 days' },
      run: ({ db }) => freeReservedUsernames(db),
    },
  ],
})
