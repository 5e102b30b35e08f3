import type { LanguageCode } from '@nollie/contract/languages'
import type { FastifyBaseLogger } from 'fastify'
import type { WorkChallenge } from '@nollie/contract'
import { type RateLimiter, Refusal } from '../../../platform/http/index.ts'
import { captchaScript, type CaptchaSettings, isCaptchaToken } from './captcha.ts'
import type { KnownDevice, KnownDevices } from '../sessions/known-device-cookie.ts'
import { makeChallenge, solvedBy } from './proof-of-work.ts'
import type { FetchLimits } from '../identities/provider-fetch.ts'
import { buildRateKey } from '../sign-in/email-rate-key.ts'

/** A challenge that separates people from programs that request large numbers of emails. */
export type WorkCheck = {
  ask: () => Promise<WorkChallenge>
  isSolvedBy: (solution: string, rates: RateLimiter) => Promise<boolean>
}

const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether browsers can solve a challenge at this URL. Without HTTPS, the required APIs are unavailable. */
export function canSolve({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || THIS_MACHINE.has(hostname)
}

/** Proof of work by the client's device, without any third party. Each solution is valid only once. */
export function byWork(secret: string): WorkCheck {
  return {
    ask: async () => ({ kind: 'work', challenge: await makeChallenge(secret) }),
    isSolvedBy: async (solution, rates) => {
      const nonce = await solvedBy(secret, solution)
      return nonce !== null && !(await rates.isOver('solution', [{ key: nonce }]))
    },
  }
}

/** A provider's CAPTCHA. The provider accepts each solution only once. */
export function byCaptcha(
  settings: CaptchaSettings,
  options: { log: Pick<FastifyBaseLogger, 'error'>; limits?: FetchLimits | undefined },
): WorkCheck {
  return {
    ask: async () => ({
      kind: 'captcha',
      provider: settings.provider,
      site_key: settings.siteKey,
      script_url: captchaScript(settings),
    }),
    isSolvedBy: (solution) => isCaptchaToken(settings, solution, options),
  }
}

/** Who is requesting an email, with their solution to a challenge. */
export type Asker = {
  ip: string
  cookies: string | undefined
  solution: string | undefined
  /** The page's language; null if the browser accepts no language that we support. */
  language: LanguageCode | null
}

type Deps = {
  rates: RateLimiter
  devices: KnownDevices
  /** Null if challenges are turned off. */
  work: WorkCheck | null
}

/**
 * Requires a solved challenge after many requests for an email address or phone number, or from a network.
 * @throws Refusal WORK_NEEDED, PROVIDER_DOWN
 */
export async function requireWork(
  { rates, work }: Pick<Deps, 'rates' | 'work'>,
  key: { key: string },
  { ip, solution }: Pick<Asker, 'ip' | 'solution'>,
): Promise<void> {
  const isOver = await rates.isOver('unproven', [key, { ip }])
  if (!work || !isOver) return
  if (solution === undefined || !(await work.isSolvedBy(solution, rates))) throw new Refusal('WORK_NEEDED')
}

/**
 * Admits a request that sends an email, and returns the known device that sent it, if any. After many requests for an
 * address or from a network, each one needs a solved challenge. The account's known devices don't, and are counted
 * separately, so that strangers can't make the owner wait. Nothing depends on whether an account exists.
 * @throws Refusal WORK_NEEDED, TOO_MANY, PROVIDER_DOWN
 */
export async function admitMail(deps: Deps, email: string, asker: Asker): Promise<KnownDevice | null> {
  const device = await deps.devices.find(asker.cookies, email)
  if (!device) await requireWork(deps, buildRateKey(email), asker)
  await deps.rates.hit('mail_address', device ?? buildRateKey(email))
  return device
}
