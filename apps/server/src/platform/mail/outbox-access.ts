import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback, isLoopbackName } from '../http/index.ts'

export type OutboxAccessOptions = {
  /** If null, emails are stored and can be shown; otherwise, they're sent. */
  smtpUrl: string | null
  /** The host that the server listens on. */
  host: string
  publicUrl: URL
  trustProxy: boolean | string[]
  /** The secret that signs the key. */
  secret: string
  /** In development, requests from the server's own machine need no key. */
  isDevelopment: boolean
}

/** The parts of a request that show where it comes from. */
type ClientRequest = Pick<FastifyRequest, 'socket' | 'headers' | 'raw'>

/** Controls access to stored emails. */
export type OutboxAccess = {
  /** Whether access is ever allowed. */
  isPossible: boolean
  /** Whether a request comes from this machine, as far as the server can determine. */
  isFromHere: (request: ClientRequest) => boolean
  isKey: (given: string | undefined) => boolean
  /** Returns the page's path for this request, with the key if its sender is allowed to have it; otherwise null. */
  linkFor: (request: ClientRequest) => string | null
}

const PATH = '/dev/outbox'

/** Returns the key for the outbox page, which is the same after every start, so that bookmarks stay valid. */
export function outboxKey(secret: string): string {
  return createHmac('sha256', secret).update('outbox').digest('base64url').slice(0, 32)
}

// Browsers send no headers that start with x-, and most proxies and CDNs add one. The rest are other proxy headers.
const BY_PROXY =
  /^(x-|via$|forwarded|cf-|cdn-|client-ip$|true-client|.*-client-ip$|fastly-|fly-|akamai-|incap-|ngrok-|remote-|proxy-|front-end-https$|max-forwards$|traceparent$|tracestate$)/

function parseHostName(host = ''): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}

/**
 * Controls access to stored emails. They contain sign-in links, so their page is only for the server's own machine,
 * with a key that is printed at startup. A request is local if it came over a loopback connection to a loopback name
 * without any sign of a proxy (headers, HTTP/1.0). A relay that leaves no signs looks the same, so the key is
 * necessary. If other machines can reach the server, there is no page.
 */
export function outboxAccess(options: OutboxAccessOptions): OutboxAccess {
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
    isLoopbackName(parseHostName(headers.host))
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
