import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { benchServer, quantile, throwAwayCluster } from './bench-server.ts'
import { done, report } from './report.ts'
import { besideSlow } from './slow-crowd.ts'

// Measures normal requests while slow clients from many IP addresses occupy connections with incomplete headers, bodies
// at a byte per second, or nothing. Disconnected clients reconnect immediately. Quiet and busy rounds alternate, and
// the best of each counts, because other load on the machine affects both. In quiet rounds, the slow clients connect to
// a minimal listener, so both rounds include their CPU time.
const MAX_RATIO = 2
const GOOD_CONNECTIONS = 4
const PATH = '/api/config'

async function measure(port: number, seconds: number): Promise<{ p99: number; count: number }> {
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
        // People pause between requests. Without a pause, the loop would measure itself.
        await sleep(2)
      }
    }),
  )
  agent.destroy()
  return { p99: quantile(times, 0.99), count: times.length }
}

async function bench(): Promise<void> {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string', default: '2000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '6' },
    },
  })
  const [clients, rounds, seconds] = [values.clients, values.rounds, values.seconds].map(Number) as [
    number,
    number,
    number,
  ]
  const cluster = await throwAwayCluster()
  const server = await benchServer({ DATABASE_URL: await cluster.database('slow_clients') })
  const port = Number(new URL(server.url).port)
  await measure(port, 2)
  const quiet: number[] = []
  const busy: number[] = []
  for (let round = 0; round < rounds; round++) {
    const slow = { clients, bodies: Math.floor(clients / 3) }
    const { result: bare } = await besideSlow('bare', slow, () => measure(port, seconds))
    quiet.push(bare.p99)
    const { result, connected, ended } = await besideSlow(String(port), slow, () => measure(port, seconds))
    const { p99, count } = result
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
