import { PushNotSent, type PushOutcome } from './send-push.ts'
import type { Shown } from './push-texts.ts'

/** The operator's relay to Google's and Apple's push services, and its key (docs/push-relay.md). */
export type PushRelay = Readonly<{ url: URL; key: string }>

/** Parameters for notifying a native app. */
export type NativeSender = { relay: PushRelay; app: string; publicUrl: URL }

const TIMEOUT_MS = 10_000
const LIFE_SECONDS = 86_400
const GONE = new Set([404, 410])
/** Statuses that mean the relay is misconfigured or busy. The notification is retried. */
const LATER = new Set([401, 403, 408, 429])

/**
 * Sends a notification to a native app through the relay.
 * @throws PushNotSent
 */
export async function sendNative(
  { relay, app, publicUrl }: NativeSender,
  { platform, endpoint: token }: { platform: 'android' | 'ios'; endpoint: string },
  shown: readonly Shown[],
  signal: AbortSignal,
): Promise<PushOutcome> {
  const notifications = shown.map(({ path, ...rest }) => ({ ...rest, url: new URL(path, publicUrl).href }))
  const answer = await fetch(relay.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${relay.key}` },
    body: JSON.stringify({ app, platform, token, ttl: LIFE_SECONDS, notifications }),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    throw new PushNotSent("couldn't reach the relay", { cause: error })
  })
  await answer.body?.cancel().catch(() => {})
  if (answer.ok) return 'sent'
  if (GONE.has(answer.status)) return 'gone'
  if (LATER.has(answer.status) || answer.status < 400 || answer.status >= 500)
    throw new PushNotSent(`the relay answered ${answer.status}`)
  return 'refused'
}
