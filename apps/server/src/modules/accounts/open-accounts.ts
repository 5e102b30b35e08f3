import type { Services } from '../../module.ts'
import { createSigner } from './access-tokens/signed-access-token.ts'
import { openProviders } from './identities/open-providers.ts'
import type { FetchLimits } from './identities/provider-fetch.ts'
import type { ProviderSettings } from './identities/provider-types.ts'
import type { PhoneSettings } from './phone-numbers/phone-number.ts'
import { createSessionCookie } from './sessions/host-cookie.ts'
import { KnownDevices } from './sessions/known-device-cookie.ts'
import { unbreachedBy } from './sign-in/ask-breached-passwords.ts'
import { Passwords } from './sign-in/password-hash.ts'
import { signInGate } from './sign-in/sign-in-gate.ts'
import type { CaptchaSettings } from './sign-up/captcha.ts'
import { byCaptcha, byWork, canSolve } from './sign-up/challenges.service.ts'
import { createTrustedDevices } from './two-factor/trusted-devices.ts'
import type { Chain } from './wallets/wallet-signature.ts'

/** The services that accounts need. */
export const NEEDS = ['db', 'jobs', 'rates', 'mailer', 'sms', 'log', 'publicUrl', 'secret'] as const

type Needs = Pick<Services, (typeof NEEDS)[number]>

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

/** Creates the objects that all rooms share. */
export function openAccounts(
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
) {
  const passwords = new Passwords()
  const trusted = createTrustedDevices({ db, publicUrl })
  const devices = new KnownDevices({ db, secret, publicUrl })
  return {
    passwords,
    devices,
    trusted,
    adminFactors,
    phones,
    wallets,
    admit: signInGate({ db, jobs, trusted }),
    cookie: createSessionCookie(publicUrl),
    requireUnbreached: unbreachedBy(breached, log),
    providers: openProviders(providers, secret, providerLimits),
    sign: createSigner({ db, secret, publicUrl }),
    work: captcha
      ? byCaptcha(captcha, { log, limits: providerLimits })
      : canSolve(publicUrl)
        ? byWork(secret)
        : null,
  }
}

/** The dependencies of every room's routes, jobs, and clean-ups. */
export type OpenAccounts = Needs & ReturnType<typeof openAccounts>
