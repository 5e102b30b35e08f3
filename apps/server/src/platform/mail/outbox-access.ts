import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback, isLoopbackName } from '../http/index.ts'

export type OutboxAccessOptions = {
  /** Null, or mails are sent and there is nothing to show. */
  smtpUrl: string | null
  /** Where the server listens. */
  host: string
  publicUrl: URL
  trustProxy: boolean | string[]
  /** Signs what must not be forged. */
  secret: string
  /** Whether requests from the server's own machine are its developer's, who needs no key. */
  isDevelopment: boolean
}

/** The parts of a request that show where it comes from. */
type ClientRequest = Pick<FastifyRequest, 'socket' | 'headers' | 'raw'>

/** Who may see mails that no mail server was there to send. */
export type OutboxAccess = {
  /** False where nobody ever may. */
  isPossible: boolean
  /** Whether a request comes from the machine itself, as far as can be known. */
  isFromHere: (request: ClientRequest) => boolean
  isKey: (given: string | undefined) => boolean
  /** Path of the page for the sender of this request, with the key if they may have it; null for everybody else. */
  linkFor: (request: ClientRequest) => string | null
}

const PATH = '/dev/outbox'

/** The key of the outbox page: the same after every start, so that an address which was opened once stays good. */
export const outboxKey = (secret: string): string =>
  createHmac('sha256', secret).update('outbox').digest('base64url').slice(0, 32)

// No browser sends a header that begins with x-, and hardly a proxy or CDN goes without one; these are the others.
const BY_PROXY =
  /^(x-|via$|forwarded|cf-|cdn-|client-ip$|true-client|.*-client-ip$|fastly-|fly-|akamai-|incap-|ngrok-|remote-|proxy-|front-end-https$|max-forwards$|traceparent$|tracestate$)/

const hostNameOf = (host = ''): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''

/**
 * Mails contain links that open accounts, so the page of unsent ones is for the server's own machine and only with a key
 * that its start prints. A request is from here when it came over a loopback connection to a loopback name and carries
 * nothing that proxies add or speak (HTTP/1.0). That is no proof (a relay without a trace looks the same, which is what
 * the key is for); and where the server listens or is known beyond this machine, there is no page at all.
 */
export const outboxAccess = (options: OutboxAccessOptions): OutboxAccess => {
  const { smtpUrl, host, publicUrl, trustProxy, secret, isDevelopment } = options
  const key = Buffer.from(outboxKey(secret))
  const isPossible =
    !smtpUrl &&
    !trustProxy &&
    isLoopbackName(host) &&
    publicUrl.protocol !== 'https:' &&
    isLoopbackName(publicUrl.hostname)
  const isFromHere = ({ socket, headers, raw }: ClientRequest): boolean =>
    isPossible &&
    raw.httpVersion === '1.1' &&
    !Object.keys(headers).some((name) => BY_PROXY.test(name)) &&
    isLoopback(socket.remoteAddress) &&
    isLoopbackName(hostNameOf(headers.host))
  return {
    isPossible,
    isFromHere,
    isKey: (given = '') => {
      const bytes = Buffer.from(given)
      return bytes.length === key.length && timingSafeEqual(bytes, key)
    },
    linkFor: (request) => {
      if (!isFromHere(request)) return null
      return isDevelopment ? `${PATH}?key=${outboxKey(secret)}` : PATH
    },
  }
}
