import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { StartRefused } from '../../start-refused.ts'

/** The certificate that the server presents to the proxy, in PEM format. */
export type ServerCertificate = Readonly<{ cert: string; key: string }>

const HANDSHAKE_MS = 10_000

function getPort(server: Server): number | null {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? null) : null
}

async function resolveAddresses(host: string): Promise<[string, ...string[]]> {
  if (host !== 'localhost') return [host]
  const found = (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address)
  const [first = '127.0.0.1', ...others] = [...new Set(found)].toSorted((one) =>
    one === '127.0.0.1' ? -1 : 1,
  )
  return [first, ...others]
}

/** Length of the accept queue. In a longer burst, clients have to retry after one or three seconds. */
const BACKLOG = 4096
/** Milliseconds between checks for idle connections during shutdown. */
const IDLE_MS = 50
/**
 * Listeners per address. Each one accepts one connection per event loop iteration, and iterations take a long time
 * under load. With a single listener, new clients would wait for seconds. Only Linux supports more than one.
 */
const LISTENERS = process.platform === 'linux' ? 16 : 1

async function listeningAt(server: Server, options: ListenOptions): Promise<Server> {
  await once(server.listen({ ...options, backlog: BACKLOG }), 'listening')
  return server
}

// Creates a listener that passes its connections, encrypted or not, to the framework's server.
function listenerFor(app: FastifyInstance, certificate: ServerCertificate | null): Server {
  const options = { allowHalfOpen: true, noDelay: true }
  const pass = (socket: Socket) => void app.server.emit('connection', socket)
  if (!certificate) return createServer(options, pass)
  const handshake = { minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS } as const
  const server = createSecureServer({ ...options, ...certificate, ...handshake }, pass)
  return server.on('tlsClientError', (_error, socket) => socket.destroy())
}

// Listeners with SO_REUSEPORT would also share the address with another program; an exclusive one detects this.
async function mustBeFree(host: string, port: number): Promise<void> {
  const only = await listeningAt(createServer(), { host, port })
  await once(only.close(), 'close')
}

/**
 * Listens on the first of these addresses, and on any others that this machine has. The framework would create a
 * separate server for each, without the limits and without awaiting it at shutdown; here, the first server gets all
 * connections. With a certificate, they all use TLS, and the framework's own server doesn't listen.
 */
export async function listenOn(
  app: FastifyInstance,
  [first, ...others]: readonly [string, ...string[]],
  port: number,
  certificate: ServerCertificate | null = null,
): Promise<void> {
  const servers: Server[] = []
  const closed: Promise<unknown>[] = []
  app.addHook('preClose', async () => {
    for (const server of servers) closed.push(once(server.close(), 'close'))
  })
  // Hooks run in reverse order, so resources that pending requests need are closed after this.
  app.addHook('onClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_MS)
    await Promise.all(closed)
    clearInterval(idle)
  })
  const isShared = LISTENERS > 1
  const listenAgain = async (host: string, count: number) => {
    for (let n = 0; n < count; n += 1) {
      const [known] = [getPort(app.server), ...servers.map(getPort)].filter((one) => one !== null)
      const at = { host, port: known ?? port, reusePort: isShared }
      servers.push(await listeningAt(listenerFor(app, certificate), at))
    }
  }
  if (isShared && port !== 0) await mustBeFree(first, port)
  if (certificate) {
    await app.ready()
    // This event makes Node start its checks for slow connections.
    app.server.emit('listening')
  } else await app.listen({ host: first, port, backlog: BACKLOG, ...(isShared && { reusePort: true }) })
  await listenAgain(first, certificate ? LISTENERS : LISTENERS - 1)
  // A name can resolve to an address that this machine doesn't have.
  for (const host of others) await listenAgain(host, LISTENERS).catch(() => {})
}

function explainAddress(
  error: NodeJS.ErrnoException,
  { host, port, setting }: { host: string; port: number; setting: string },
): string {
  switch (error.code ?? '') {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop it, or set another ${setting}.`
    case 'EACCES':
      return `Port ${port} can't be opened by an ordinary user. Set ${setting} to 1024 or more, with a proxy in front.`
    case 'EADDRNOTAVAIL':
      return `HOST ${host} is not an address of this machine. Use localhost, 0.0.0.0, or one of its own addresses.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${host} was not found. Use localhost, 0.0.0.0, or an address of this machine.`
    default:
      return `Can't listen at ${host}:${port}: ${error.message}`
  }
}

/**
 * Checks that the port is free and that this process can listen on it.
 * @throws StartRefused with a one-line message that names the setting
 */
export async function requireFreePort(at: {
  host: string
  port: number
  /** The setting that the port comes from. */
  setting: string
}): Promise<void> {
  const [first, ...others] = await resolveAddresses(at.host)
  const refuse = (error: NodeJS.ErrnoException) => {
    throw new StartRefused(explainAddress(error, at))
  }
  await mustBeFree(first, at.port).catch(refuse)
  // Browsers may open another program at `localhost` if it listens on one of its other addresses.
  for (const host of others)
    await mustBeFree(host, at.port).catch((error) => error.code === 'EADDRINUSE' && refuse(error))
}

/**
 * Listens on a host; `localhost` has both an IPv4 and an IPv6 address.
 * @throws StartRefused if that fails
 */
export async function listenAt(
  app: FastifyInstance,
  { host, port, certificate }: { host: string; port: number; certificate?: ServerCertificate | null },
): Promise<void> {
  return listenOn(app, await resolveAddresses(host), port, certificate ?? null).catch((error) => {
    throw new StartRefused(explainAddress(error, { host, port, setting: 'PORT' }))
  })
}
