import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type NatsConnection } from '@nats-io/transport-node'

/**
 * Messages between an installation's processes over NATS. Messages aren't stored, so those sent during a disconnect are
 * lost.
 */
export type Bus = {
  /** Sends a message to every subscriber. Returns false if there is no connection. */
  publish: (text: string) => boolean
  /** Calls `connected` on every (re)connection, because messages may have been missed before it. */
  subscribe: (callbacks: { message?: (text: string) => void; connected: () => void }) => () => void
  close: () => Promise<void>
}

/** Maximum number of bytes per message; servers accept one megabyte. */
export const MAX_MESSAGE_BYTES = 500_000

const RETRY_MS = 500
const PING_MS = 2_000

type Options = {
  /** `nats://` or `tls://`, with `user:password@` or `token@`; one or more, separated by commas. */
  url: string
  /** The installation's secret, so that installations that share a NATS server don't see each other's messages. */
  secret: string
  log: { warn: (details: object, message: string) => void; info: (message: string) => void }
}

function buildOptions(urls: string) {
  const servers = urls.split(',').map((one) => new URL(one.trim()))
  const [first] = servers
  const [user, pass] = [first?.username ?? '', first?.password ?? ''].map(decodeURIComponent)
  return {
    servers: servers.map(({ host }) => host),
    ...(pass ? { user: user ?? '', pass } : user ? { token: user } : {}),
    ...(servers.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    name: `nollie ${process.pid}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    timeout: 5_000,
  }
}

function buildSubject(secret: string): string {
  return `nollie.${createHash('sha256').update(`bus ${secret}`).digest('hex').slice(0, 16)}.events`
}

async function watchConnection(
  nats: NatsConnection,
  { begin, end }: { begin: () => void; end: () => void },
): Promise<void> {
  for await (const { type } of nats.status()) {
    if (type === 'disconnect') end()
    if (type === 'reconnect') begin()
  }
}

/** Connects in the background, and reconnects whenever the connection is lost. */
export function openBus({ url, secret, log }: Options): Bus {
  const subject = buildSubject(secret)
  const subscribers = new Set<{ message?: (text: string) => void; connected: () => void }>()
  const closing = new AbortController()
  let connection: NatsConnection | null = null
  let isConnected = false

  const begin = (): void => {
    isConnected = true
    log.info('connected to NATS')
    for (const { connected } of subscribers) connected()
  }
  const end = (): void => {
    isConnected = false
    if (!closing.signal.aborted) log.warn({}, 'lost the connection to NATS')
  }
  const open = async (): Promise<void> => {
    for (let isReported = false; !closing.signal.aborted; ) {
      try {
        const nats = await connect(buildOptions(url))
        if (closing.signal.aborted) return await nats.close()
        connection = nats
        nats.subscribe(subject, {
          callback: (error, received) => {
            if (!error) for (const { message } of subscribers) message?.(received.string())
          },
        })
        await nats.flush()
        void watchConnection(nats, { begin, end })
        return begin()
      } catch (error) {
        if (!isReported)
          log.warn({ err: error }, "NATS isn't responding; reading live events from the database")
        isReported = true
        await sleep(RETRY_MS)
      }
    }
  }
  void open()

  return {
    publish: (text) => {
      if (!isConnected) return false
      connection?.publish(subject, text)
      return true
    },
    subscribe: (callbacks) => {
      subscribers.add(callbacks)
      if (isConnected) callbacks.connected()
      return () => void subscribers.delete(callbacks)
    },
    close: async () => {
      closing.abort()
      await connection?.close().catch(() => {})
    },
  }
}
