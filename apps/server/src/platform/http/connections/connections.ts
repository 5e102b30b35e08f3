import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { signal } from '../../telemetry/index.ts'
import { inNetworks, toNetwork } from './networks.ts'

/** Limits per connection. */
export type ConnectionFigures = {
  /** Milliseconds for a request's headers to arrive, from the first byte or the start of the connection. */
  headersMs: number
  /** Milliseconds between checks for late headers. */
  headersCheckMs: number
  /** Minimum speed of a request body in bytes per second, as the average over each `bodyMs`. */
  bodyBytesPerSecond: number
  bodyMs: number
  /** Maximum concurrent connections per IP address (IPv6: per /64). Trusted proxies are exempt. */
  perAddress: number
  /**
   * Maximum concurrent connections in total. It exceeds the limit for event streams (`caps` in events.service.ts), so
   * that other requests can always connect.
   */
  total: number
}

/** The default limits; see docs/decisions/0111-refused-before-the-framework.md. */
export const CONNECTION_FIGURES: ConnectionFigures = {
  headersMs: 10_000,
  headersCheckMs: 100,
  bodyBytesPerSecond: 8 * 1024,
  bodyMs: 10_000,
  perAddress: 256,
  total: 15_000,
}

type Options = {
  figures: ConnectionFigures
  /** Proxies whose `X-Forwarded-For` is trusted, because many people share their connections. */
  trustProxy: boolean | string[]
  log: { warn: (details: object, message: string) => void }
  /** Ends a connection whose body is too slow; a response may already have started. */
  onSlowBody: (socket: Socket, isAnswered: boolean) => void
}

type Exchange = { request: IncomingMessage; answer: ServerResponse }
type Body = Exchange & { since: number; bytesBefore: number; waitedForUs: boolean }

const LOOKS_PER_PERIOD = 100
const WARN_EVERY_MS = 60_000

/** Whether a request's headers indicate a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Limits slow clients and clients with many connections, so that others can still connect. */
export class Connections {
  readonly #options: Options
  readonly #isTrusted: (address: string | undefined) => boolean
  readonly #perNetwork = new Map<string, number>()
  readonly #exchanges = new WeakMap<Socket, Exchange>()
  readonly #bodies = new Set<Body>()
  readonly #timer: NodeJS.Timeout
  #open = 0
  #refused = 0
  #warnedAt = 0

  constructor(options: Options) {
    this.#options = options
    const { trustProxy, figures } = options
    this.#isTrusted =
      typeof trustProxy === 'boolean' ? () => trustProxy : inNetworks(trustProxy.map((one) => one.trim()))
    this.#timer = setInterval(() => this.#look(), figures.bodyMs / LOOKS_PER_PERIOD)
    this.#timer.unref()
  }

  /** Starts watching every connection to a server. */
  watch(server: Server): void {
    server.on('connection', (socket) => this.#admit(socket))
  }

  /** Starts watching the speed of a request's body, and records that its response is pending. */
  follow(exchange: Exchange): void {
    const { socket } = exchange.request
    this.#exchanges.set(socket, exchange)
    // Otherwise, a persistent connection would retain the request and the response.
    exchange.answer.once('finish', () => {
      if (this.#exchanges.get(socket) === exchange) this.#exchanges.delete(socket)
    })
    if (!hasBody(exchange.request)) return
    const bytesBefore = socket.bytesRead
    this.#bodies.add({ ...exchange, since: performance.now(), bytesBefore, waitedForUs: false })
  }

  /** Stops watching connections. */
  close(): void {
    clearInterval(this.#timer)
  }

  /** Whether a response has started on this connection, or a complete request is waiting for one. */
  isAnswering(socket: Socket): boolean {
    const exchange = this.#exchanges.get(socket)
    if (!exchange || exchange.answer.writableFinished) return false
    return exchange.answer.headersSent || exchange.request.complete
  }

  #admit(socket: Socket): void {
    const { perAddress, total } = this.#options.figures
    const address = socket.remoteAddress
    const network = address === undefined || this.#isTrusted(address) ? null : toNetwork(address)
    const count = network === null ? 0 : (this.#perNetwork.get(network) ?? 0)
    if (this.#open >= total || count >= perAddress) {
      this.#refused += 1
      signal('connection', { rule: this.#open >= total ? 'total' : 'address' })
      socket.destroy()
      return
    }
    this.#open += 1
    if (network !== null) this.#perNetwork.set(network, count + 1)
    socket.once('close', () => {
      this.#open -= 1
      if (network === null) return
      const left = (this.#perNetwork.get(network) ?? 1) - 1
      if (left > 0) this.#perNetwork.set(network, left)
      else this.#perNetwork.delete(network)
    })
  }

  #look(): void {
    const { bodyMs, bodyBytesPerSecond } = this.#options.figures
    const now = performance.now()
    for (const body of this.#bodies) {
      const { request, answer } = body
      const { socket } = request
      if (request.complete || socket.destroyed) {
        this.#bodies.delete(body)
        continue
      }
      // If data has arrived but hasn't been read, the delay is ours, not the client's.
      if (request.readableLength >= request.readableHighWaterMark) body.waitedForUs = true
      const ms = now - body.since
      if (ms < bodyMs) continue
      const wanted = (bodyBytesPerSecond * ms) / 1000
      if (body.waitedForUs || socket.bytesRead - body.bytesBefore >= wanted) {
        Object.assign(body, { since: now, bytesBefore: socket.bytesRead, waitedForUs: false })
        continue
      }
      this.#bodies.delete(body)
      this.#options.onSlowBody(socket, answer.headersSent)
    }
    this.#warn(now)
  }

  #warn(now: number): void {
    if (this.#refused === 0 || now - this.#warnedAt < WARN_EVERY_MS) return
    this.#options.log.warn({ refused: this.#refused, open: this.#open }, 'too many connections')
    this.#refused = 0
    this.#warnedAt = now
  }
}
