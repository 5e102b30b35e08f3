import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

const addressesOf = async (host: string): Promise<[string, ...string[]]> => {
  if (host !== 'localhost') return [host]
  const found = (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address)
  const [first = '127.0.0.1', ...others] = [...new Set(found)].toSorted((one) =>
    one === '127.0.0.1' ? -1 : 1,
  )
  return [first, ...others]
}

/**
 * Listens at the first of these addresses, and at those of the others that this machine has. The framework would make a
 * server of its own for each, without the limits and not awaited at the end; here their connections are passed to the
 * first server.
 */
export const listenOn = async (
  app: FastifyInstance,
  [first, ...others]: readonly [string, ...string[]],
  port: number,
): Promise<void> => {
  const servers: Server[] = []
  const closed: Promise<unknown>[] = []
  app.addHook('preClose', async () => {
    for (const server of servers) closed.push(once(server.close(), 'close'))
  })
  // Hooks run from the last to the first, so what requests in flight need is closed after this.
  app.addHook('onClose', async () => {
    await Promise.all(closed)
  })
  await app.listen({ host: first, port })
  for (const address of others) {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    )
    // A machine may resolve a name to an address that it does not have.
    const listening = once(server.listen(port, address), 'listening').then(
      () => true,
      () => false,
    )
    if (await listening) servers.push(server)
  }
}

/** Listens at a host; `localhost` has an IPv4 and an IPv6 address. */
export const listenAt = async (
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> => listenOn(app, await addressesOf(host), port)
