import { signal } from '../telemetry/index.ts'
import { post, withoutUser } from './post-sms.ts'
import { type Sms, SmsNotSent, type SmsOutcome, type SmsSender } from './sms.ts'

/** The operator's settings for text messages. */
export type SmsSettings = {
  /**
   * A webhook's `https://` URL, or `twilio://ACCOUNT:TOKEN@api.twilio.com?from=NUMBER` (`service=` for a messaging
   * service).
   */
  url: string
  /** Countries that messages can be sent to, as ISO 3166 codes. */
  countries: readonly string[]
}

type Limits = { timeoutMs?: number }

/** Sends `POST` with `{ id, to, text }` as JSON; the id is also the `Idempotency-Key`. */
function webhook(address: URL, limits: Limits): SmsSender {
  const { url, headers } = withoutUser(address)
  return (sms) =>
    post({
      url: url.href,
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': sms.id },
      body: JSON.stringify(sms),
      ...limits,
    })
}

/** Sends `POST /2010-04-01/Accounts/{account}/Messages.json` as documented by Twilio; also for compatible services. */
function twilio(address: URL, limits: Limits): SmsSender {
  const { url, headers } = withoutUser(
    new URL(address.href.replace(/^twilio(\+http)?:/, (_all, plain) => (plain ? 'http:' : 'https:'))),
  )
  const [from, service] = [url.searchParams.get('from'), url.searchParams.get('service')]
  const base = url.pathname.replace(/\/$/, '')
  const path = `${base}/2010-04-01/Accounts/${encodeURIComponent(decodeURIComponent(address.username))}/Messages.json`
  const sender: Record<string, string> = service ? { MessagingServiceSid: service } : { From: from ?? '' }
  return ({ to, text }) =>
    post({
      url: new URL(path, url).href,
      headers: { ...headers, accept: 'application/json' },
      body: new URLSearchParams({ To: to, ...sender, Body: text }),
      ...limits,
    })
}

type Log = { warn: (details: object, message: string) => void }

function reported(log: Log, send: SmsSender): SmsSender {
  return async (sms: Sms): Promise<SmsOutcome> => {
    const outcome = await send(sms).catch((error: unknown) => {
      if (error instanceof SmsNotSent) {
        signal('sms', { outcome: 'failed' })
        log.warn({ sms: sms.id }, `${error.message}; it will be retried`)
      }
      throw error
    })
    signal('sms', { outcome })
    if (outcome !== 'sent') log.warn({ sms: sms.id }, `text message: ${outcome}`)
    return outcome
  }
}

/** Creates a sender for the configured service. */
export function makeSms({ url, log, ...limits }: { url: string; log: Log } & Limits): SmsSender {
  const address = new URL(url)
  return reported(
    log,
    address.protocol.startsWith('twilio') ? twilio(address, limits) : webhook(address, limits),
  )
}
