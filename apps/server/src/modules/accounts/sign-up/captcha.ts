import { z } from 'zod'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../../platform/http/index.ts'
import { type FetchLimits, ProviderDown, providerFetch } from '../identities/provider-fetch.ts'
import { say } from '../../../platform/languages/index.ts'

/** The operator's CAPTCHA settings. */
export type CaptchaSettings = {
  provider: 'turnstile' | 'hcaptcha'
  siteKey: string
  secret: string
  /** Origin of another server that implements the provider's protocol; null for the provider's own. */
  url: URL | null
}

const PLACES = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    hosts: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js',
    verify: 'https://api.hcaptcha.com/siteverify',
    hosts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
} as const

function moveToMirror(place: string, url: URL | null): string {
  return url ? new URL(new URL(place).pathname, url).href : place
}

/** Returns the provider's origins, from which the page loads scripts, styles, and frames. */
export function captchaHosts({ provider, url }: CaptchaSettings): string[] {
  return url ? [url.origin] : [...PLACES[provider].hosts]
}

/** Returns the URL of the provider's script. */
export function captchaScript({ provider, url }: CaptchaSettings): string {
  return `${moveToMirror(PLACES[provider].script, url)}?render=explicit`
}

const Verified = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/** Errors caused by the operator's configuration rather than by the person. */
const MISCONFIGURED: ReadonlySet<string> = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'invalid-sitekey',
  'internal-error',
])

function down(cause?: unknown) {
  return new Refusal('PROVIDER_DOWN', {
    detail: say`We couldn’t verify that you’re human. Try again in a few minutes.`,
    cause,
  })
}

/**
 * Whether the provider recently issued this token for us and hasn't verified it before. We don't send the provider the
 * person's IP address.
 * @throws Refusal PROVIDER_DOWN
 */
export async function isCaptchaToken(
  { provider, siteKey, secret, url }: CaptchaSettings,
  token: string,
  { log, limits }: { log: Pick<FastifyBaseLogger, 'error'>; limits?: FetchLimits | undefined },
): Promise<boolean> {
  try {
    const response = await providerFetch(limits)(moveToMirror(PLACES[provider].verify, url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret, response: token, sitekey: siteKey }).toString(),
    })
    const answer = Verified.safeParse(await response.json().catch(() => null))
    if (!answer.success) throw new ProviderDown('sent an unexpected response')
    const { success, 'error-codes': codes } = answer.data
    if (success) return true
    if (codes.some((code) => MISCONFIGURED.has(code))) throw new ProviderDown(codes.join(', '))
    return false
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log.error({ provider, reason: error.message }, "the CAPTCHA isn't working")
    throw down(error)
  }
}
