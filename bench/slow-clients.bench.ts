import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { benchServer, quantile, throwAwayCluster } from './map-lib.ts'
import { done, report } from './report.ts'

// The time of normal requests while slow clients from many addresses occupy connections: incomplete headers, bodies of
// a byte per second, and connections that send nothing. A disconnected client reconnects at once. Quiet and busy rounds
// alternate, and the best of each counts, because other work of the machine affects all of them. In the quiet rounds
// the slow clients connect to a minimal listener, so that their own processor time is in both.
const PER_ADDRESS = 100
const MAX_RATIO = 2
const GOOD_CONNECTIONS = 4
/** The connections start spread over this time (ms), so that they do not all time out at the same moment. */
const SPREAD_MS = 10_000
const PATH = '/api/config'

const slowClients = (port: number, clients: number): void => {
  // Lowest priority, because real clients would run on other machines.
  setPriority(15)
  const sockets = new Set<Socket>()
  let isOver = false
  let ended = 0
  const open = (index: number): void => {
    if (isOver) return
    const localAddress = `127.0.1.${1 + Math.floor(index / PER_ADDRESS)}`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.add(socket)
    const kind = index % 3
    let drip: NodeJS.Timeout | undefined
    socket.once('connect', () => {
      if (kind === 0) socket.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `)
      if (kind === 1)
        socket.write(
          'POST /api/auth/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n',
        )
      if (kind < 2) drip = setInterval(() => socket.write('a'), 1000)
    })
    socket.on('error', () => {}).resume()
    socket.once('close', () => {
      clearInterval(drip)
      sockets.delete(socket)
      ended += 1
      setTimeout(open, 100, index)
    })
  }
  for (let index = 0; index < clients; index++) setTimeout(open, (SPREAD_MS * index) / clients, index)
  process.on('message', () => {
    const connected = [...sockets].filter(({ readyState }) => readyState === 'open').length
    process.send?.({ connected, ended })
  })
  process.once('disconnect', () => {
    isOver = true
    process.exit()
  })
}

/** Starts a minimal listener, which reads and ends every connection after ten seconds; resolves to its port. */
const bareListener = async (): Promise<number> => {
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

const measure = async (port: number, seconds: number): Promise<{ p99: number; count: number }> => {
  const agent = new Agent({ keepAlive: true, maxSockets: GOOD_CONNECTIONS })
  const times: number[] = []
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const begun = performance.now()
      request({ port, host: '127.0.0.1', path: PATH, agent }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${PATH}: ${answer.statusCode}`))
        answer.resume().once('end', () => {
          times.push(performance.now() - begun)
          resolve()
        })
      })
        .once('error', reject)
        .end()
    })
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: GOOD_CONNECTIONS }, async () => {
      while (performance.now() < end) {
        await one()
        // A pause as between requests of people; without it the loop would measure itself.
        await sleep(2)
      }
    }),
  )
  agent.destroy()
  return { p99: quantile(times, 0.99), count: times.length }
}

/**
 * Measures normal requests to `port` while slow clients are connected to `where`: a port, or `bare` for the minimal
 * listener.
 */
const measureBeside = async (
  where: string,
  port: number,
  { clients, seconds }: { clients: number; seconds: number },
) => {
  const slow = fork(import.meta.filename, ['--slow', where, '--clients', String(clients)])
  // Waits until all are connected and the first of them have been disconnected.
  await sleep(SPREAD_MS + 2000)
  const measured = await measure(port, seconds)
  slow.send('count')
  const [counts] = (await once(slow, 'message')) as [{ connected: number; ended: number }]
  slow.disconnect()
  await once(slow, 'exit')
  await sleep(1000)
  return { ...measured, ...counts }
}

const bench = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '6' },
      slow: { type: 'string' },
    },
  })
  const [clients, rounds, seconds] = [values.clients, values.rounds, values.seconds].map(Number) as [
    number,
    number,
    number,
  ]
  if (values.slow) {
    slowClients(values.slow === 'bare' ? await bareListener() : Number(values.slow), clients)
    return
  }
  const cluster = await throwAwayCluster()
  const server = await benchServer({ DATABASE_URL: await cluster.database('slow_clients') })
  const port = Number(new URL(server.url).port)
  await measure(port, 2)
  const quiet: number[] = []
  const busy: number[] = []
  for (let round = 0; round < rounds; round++) {
    const bare = await measureBeside('bare', port, { clients, seconds })
    quiet.push(bare.p99)
    const { p99, count, connected, ended } = await measureBeside(String(port), port, { clients, seconds })
    busy.push(p99)
    console.log(
      `  ${connected} slow connections open, ${ended} ended: p99 ${p99.toFixed(1)} ms (elsewhere ${bare.p99.toFixed(1)} ms, ${count} requests)`,
    )
  }
  report({
    name: `good requests beside ${clients} slow clients, p99 of without`,
    value: Math.min(...busy) / Math.min(...quiet),
    unit: 'x',
    goal: { max: MAX_RATIO },
  })
  await done()
}

await bench()
