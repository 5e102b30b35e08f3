import { isTrustedAddress } from './address.ts'
import type { CaptchaSettings } from '../modules/accounts/index.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** Environment variables for the CAPTCHA. */
export const CAPTCHA_VARIABLES = ['CAPTCHA', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET', 'CAPTCHA_URL'] as const

const PROVIDERS = ['turnstile', 'hcaptcha'] as const

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the CAPTCHA settings; null means that devices do proof of work instead.
 * @throws StartRefused for an invalid or missing value
 */
export function readCaptcha(env: Env): CaptchaSettings | null {
  const { CAPTCHA: name, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret, CAPTCHA_URL: url } = env
  if (!CAPTCHA_VARIABLES.some((variable) => env[variable])) return null
  const provider = PROVIDERS.find((one) => one === name)
  if (!provider) throw new StartRefused(`CAPTCHA must be one of ${PROVIDERS.join(', ')}`)
  if (!siteKey) throw new StartRefused('CAPTCHA_SITE_KEY must be set with CAPTCHA')
  if (!secret) throw new StartRefused('CAPTCHA_SECRET must be set with CAPTCHA')
  if (url && !isTrustedAddress(url))
    throw new StartRefused('CAPTCHA_URL must be an address like https://captcha.example')
  return { provider, siteKey, secret, url: url ? new URL(url) : null }
}
