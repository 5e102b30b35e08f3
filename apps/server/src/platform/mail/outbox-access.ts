import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback, isLoopbackName } from '../http/index.ts'

export type OutboxAccessOptions = {
  /** Null if emails are stored and can be shown; otherwise they are sent. */
  smtpUrl: string | null
  /** The host that the server listens on. */
  host: string
  publicUrl: URL
  trustProxy: boolean | string[]
  /** Signs the key. */
  secret: string
  /** In development, requests from the server's own machine need no key. */
  isDevelopment: boolean
}

/** The parts of a request that show its origin. */
type ClientRequest = Pick<FastifyRequest, 'socket' | 'headers' | 'raw'>

/** Controls access to stored emails. */
export type OutboxAccess = {
  /** False if access is never allowed. */
  isPossible: boolean
  /** Whether a request comes from this machine, as far as can be determined. */
  isFromHere: (request: ClientRequest) => boolean
  isKey: (given: string | undefined) => boolean
  /** Path of the page for the sender of this request, with the key if they are allowed to have it; otherwise null. */
  linkFor: (request: ClientRequest) => string | null
}

const PATH = '/dev/outbox'

/** The key of the outbox page: the same after every start, so that bookmarks stay valid. */
export const outboxKey = (secret: string): string =>
  createHmac('sha256', secret).update('outbox').digest('base64url').slice(0, 32)

// Browsers send no header that starts with x-, and most proxies and CDNs add one; these are the other proxy headers.
const BY_PROXY =
  /^(x-|via$|forwarded|cf-|cdn-|client-ip$|true-client|.*-client-ip$|fastly-|fly-|akamai-|incap-|ngrok-|remote-|proxy-|front-end-https$|max-forwards$|traceparent$|tracestate$)/

const parseHostName = (host = ''): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''

/**
 * Stored emails contain sign-in links, so their page is only for the server's own machine, with a key that the start
 * prints. A request is local if it came over a loopback connection to a loopback name without any trace of a proxy
 * (headers, HTTP/1.0). A relay without traces looks the same, hence the key. If the server is reachable from other
 * machines, there is no page.
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
