import webpush from 'web-push'
import type { PushKeys } from './push-keys.ts'

/** The outcome of sending to a push service: `gone` means the browser is no longer subscribed. */
export type PushOutcome = 'sent' | 'gone' | 'refused'

/** Thrown if a push service can't be reached or asks to retry the message later. */
export class PushNotSent extends Error {}

/** A browser's endpoint and the keys for encrypting its messages. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** Parameters for sending a message. */
export type PushSender = { keys: PushKeys; publicUrl: URL }

const TIMEOUT_MS = 10_000
/** How long a push service stores a message. After 24 hours, an item is no longer worth a notification. */
const LIFE_SECONDS = 86_400
const GONE = new Set([404, 410])

// Push services require a contact in case of problems.
function buildSubject(publicUrl: URL): string {
  return publicUrl.protocol === 'https:' ? publicUrl.origin : `mailto:push@${publicUrl.hostname}`
}

/**
 * Sends an encrypted message to a browser through its push service (RFC 8030, 8188, 8291, 8292).
 * @throws PushNotSent
 */
export async function sendPush(
  { keys, publicUrl }: PushSender,
  { endpoint, p256dh, auth }: PushTarget,
  text: string,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: {
      subject: buildSubject(publicUrl),
      publicKey: keys.public_key,
      privateKey: keys.private_key,
    },
    TTL: LIFE_SECONDS,
    urgency: 'normal',
    contentEncoding: 'aes128gcm',
  })
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(body ?? Buffer.alloc(0)),
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    throw new PushNotSent("couldn't reach the push service", { cause: error })
  })
  await answer.body?.cancel().catch(() => {})
  if (answer.ok) return 'sent'
  if (GONE.has(answer.status)) return 'gone'
  if (answer.status === 429 || answer.status >= 500) throw new PushNotSent(`answered ${answer.status}`)
  return 'refused'
}
