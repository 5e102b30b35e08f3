import { type SmsOutcome, SmsNotSent } from './sms.ts'

const TIMEOUT_MS = 15_000

// These errors mean that nothing reached the service.
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

type Post = {
  url: string
  headers: Record<string, string>
  body: string | URLSearchParams
  timeoutMs?: number
}

function getCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? (error as Error).name
}

/** Moves a URL's credentials to a `Basic` authentication header. */
export function withoutUser(address: URL): { url: URL; headers: Record<string, string> } {
  const url = new URL(address)
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  ;[url.username, url.password] = ['', '']
  const isNamed = user !== '' || password !== ''
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return { url, headers: isNamed ? { authorization } : {} }
}

/**
 * Posts a message once. 429 and 503 mean that it wasn't accepted; after any other server error, it may have been.
 * @throws SmsNotSent
 */
export async function post({ url, headers, body, timeoutMs = TIMEOUT_MS }: Post): Promise<SmsOutcome> {
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    // Omits the cause's message, which may contain the recipient.
    if (NOT_CONNECTED.has(getCode(error))) throw new SmsNotSent(getCode(error))
    return null
  })
  if (!answer) return 'unknown'
  await answer.body?.cancel().catch(() => {})
  if (answer.ok) return 'sent'
  if (answer.status === 429 || answer.status === 503) throw new SmsNotSent(`answered ${answer.status}`)
  return answer.status >= 500 ? 'unknown' : 'refused'
}
