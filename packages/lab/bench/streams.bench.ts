import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { atEnd } from './clean-up.ts'
import { benchServer, throwAwayCluster } from './bench-server.ts'
import { reportsProcesses } from './processes.ts'
import { done, report, reportSkipped } from './report.ts'
import { insertTokens, resident, StreamCrowd } from './stream-crowd.ts'

// Measures the resident memory of the server's process per member's event stream, with ten thousand open streams. The
// first thousand aren't counted, because they let the process grow to its base size. Each stream has its own session.
// Both processes need an open-file limit (ulimit -n) above the number of streams.
const { values } = parseArgs({ options: { streams: { type: 'string', default: '10000' } } })
const STREAMS = Number(values.streams)
const FIRST = STREAMS / 10
const NAME = `memory of a member's event stream, of ${STREAMS} in one process`

if (!reportsProcesses) {
  reportSkipped(NAME, 'the system does not list processes')
  await done()
}

const url = await (await throwAwayCluster()).database('streams')
const server = await benchServer({ DATABASE_URL: url })
const crowd = new StreamCrowd(server.url, await insertTokens(url, STREAMS))
atEnd(async () => crowd.close())

async function openUpTo(count: number): Promise<number> {
  await crowd.openUpTo(count)
  // Gives the garbage collector time to free memory used while opening the streams.
  await sleep(15_000)
  return resident(server.pid)
}

const first = await openUpTo(FIRST)
const all = await openUpTo(STREAMS)
report({
  name: NAME,
  value: (all - first) / (STREAMS - FIRST),
  unit: 'B',
  // Most of this is Node's own memory (see docs/decisions/0010-live-events.md).
  goal: { max: 16_384 },
  detail: `MiB with ${FIRST}: ${(first / 2 ** 20).toFixed(0)}, with ${STREAMS}: ${(all / 2 ** 20).toFixed(0)}; open to the end: ${crowd.open}`,
})
await done()
