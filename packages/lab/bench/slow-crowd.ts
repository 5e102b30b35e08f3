import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

// Slow clients from many IP addresses, in a separate process: incomplete headers, idle connections, and bodies at a
// byte per second. Disconnected clients reconnect immediately.

const PER_ADDRESS = 100
/** The time (ms) over which connections start, so that they don't all time out at the same moment. */
const SPREAD_MS = 10_000
const PATH = '/api/config'
const LOOK_MS = 200

/** The number of slow clients, and how many of them have slow bodies. */
export type Slow = { clients: number; bodies: number }
/** `connected` are open now, `ended` have been disconnected so far, and `never` have never been disconnected. */
export type SlowCounts = { connected: number; ended: number; never: number }

function slowClients(port: number, { clients, bodies }: Slow): void {
  // The lowest priority, because real clients would run on other machines.
  setPriority(15)
  const live = new Set<number>()
  const never = new Set(Array.from({ length: clients }, (_, index) => index))
  let ended = 0
  const open = (index: number): void => {
    const localAddress = `127.0.1.${1 + Math.floor(index / PER_ADDRESS)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    let drip: NodeJS.Timeout | undefined
    socket.once('connect', () => {
      live.add(index)
      const hasBody = index < bodies
      if (hasBody)
        socket.write(
          'POST /api/auth/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n',
        )
      else if (index % 2) socket.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `)
      if (hasBody || index % 2) drip = setInterval(() => socket.write('a'), 1000)
    })
    socket.on('error', () => {}).resume()
    socket.once('close', () => {
      clearInterval(drip)
      if (live.delete(index)) never.delete(index)
      ended += 1
      setTimeout(open, 100, index)
    })
  }
  for (let index = 0; index < clients; index++) setTimeout(open, (SPREAD_MS * index) / clients, index)
  process.on('message', () =>
    process.send?.({ connected: live.size, ended, never: never.size } satisfies SlowCounts),
  )
  process.once('disconnect', () => process.exit())
}

/** Starts a minimal listener that reads from connections and closes each after ten seconds. Resolves to its port. */
async function bareListener(): Promise<number> {
  const server = createServer((socket) => {
    const timer = setTimeout(() => socket.destroy(), SPREAD_MS)
    socket
      .on('error', () => {})
      .once('close', () => clearTimeout(timer))
      .resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/**
 * Runs work while slow clients are connected to `where`: a port, or `bare` for a minimal listener, which costs the
 * clients the same CPU time. Starts after all clients have connected and the first ones have been disconnected.
 * Afterward, waits up to `endsMs` for each client to be disconnected at least once.
 */
export async function besideSlow<T>(
  where: string,
  slow: Slow,
  work: () => Promise<T>,
  endsMs = 0,
): Promise<{ result: T } & SlowCounts> {
  const child = fork(import.meta.filename, ['--slow', where, String(slow.clients), String(slow.bodies)])
  const count = async (): Promise<SlowCounts> => {
    child.send('count')
    return ((await once(child, 'message')) as [SlowCounts])[0]
  }
  await sleep(SPREAD_MS + 2000)
  const result = await work()
  let counts = await count()
  for (const end = Date.now() + endsMs; counts.never > 0 && Date.now() < end; counts = await count())
    await sleep(LOOK_MS)
  child.disconnect()
  await once(child, 'exit')
  await sleep(1000)
  return { result, ...counts }
}

if (process.argv[2] === '--slow') {
  const [where, clients, bodies] = process.argv.slice(3)
  slowClients(where === 'bare' ? await bareListener() : Number(where), {
    clients: Number(clients),
    bodies: Number(bodies),
  })
}
