import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { atEnd } from './clean-up.ts'
import { benchServer, throwAwayCluster } from './map-lib.ts'
import { reportsProcesses } from './processes.ts'
import { done, report, reportSkipped } from './report.ts'

// The resident memory of the server's process per event stream of a member, with ten thousand open at once. The first
// thousand are not counted, because the process then grows to its basic size. Each stream has its own session and
// address. Both processes need a limit of open files (ulimit -n) above the number of streams.
const { values } = parseArgs({ options: { streams: { type: 'string', default: '10000' } } })
const STREAMS = Number(values.streams)
const FIRST = STREAMS / 10
const AT_ONCE = 50
const NAME = `memory of a member's event stream, of ${STREAMS} in one process`

if (!reportsProcesses) {
  reportSkipped(NAME, 'the system does not list processes')
  await done()
}

const url = await (await throwAwayCluster()).database('streams')
const server = await benchServer({ DATABASE_URL: url, TRUST_PROXY: 'true' })
const people = Array.from({ length: STREAMS }, () => ({ id: uuid(), token: uuid().replaceAll('-', '') }))
const db = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
await sql`with made as (
    insert into users (id, name, email, email_verified, username)
    select id, left(id::text, 8), id || '@nollie.example', true, 'u' || right(id::text, 12)
    from unnest(${people.map(({ id }) => id)}::uuid[]) id returning id, username
  ), shown as (insert into profiles (user_id, username) select id, username from made returning user_id)
  insert into person_counts (user_id) select user_id from shown`.execute(db)
const hashes = people.map(({ token }) => createHash('sha256').update(token).digest('base64url'))
await sql`insert into sessions (id, token, user_id, expires_at)
  select gen_random_uuid(), token, id, now() + interval '1 day'
  from unnest(${people.map(({ id }) => id)}::uuid[], ${hashes}::text[]) person (id, token)`.execute(db)
await db.destroy()

const open: Socket[] = []
atEnd(async () => open.forEach((socket) => socket.destroy()))
const { hostname, port } = new URL(server.url)
const listen = (n: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    open.push(socket)
    socket.once('error', reject)
    socket.once('data', (data) => {
      if (data.toString().startsWith('HTTP/1.1 200')) resolve()
      else reject(new Error(data.toString()))
      socket.resume()
    })
    socket.write(
      `GET /api/events?topics=posts,likes,comments,spots HTTP/1.1\r\nhost: ${hostname}\r\naccept: text/event-stream\r\n` +
        `authorization: Bearer ${people[n]?.token}\r\nx-forwarded-for: 10.${n >> 16}.${(n >> 8) & 255}.${n & 255}\r\n\r\n`,
    )
  })
const resident = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024
const openUpTo = async (count: number): Promise<number> => {
  while (open.length < count)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - open.length) }, () => listen(open.length)),
    )
  // Gives the garbage collector time to free what opening the streams left behind.
  await sleep(15_000)
  return resident()
}

const first = await openUpTo(FIRST)
const all = await openUpTo(STREAMS)
report({
  name: NAME,
  value: (all - first) / (STREAMS - FIRST),
  unit: 'B',
  // Most of it is Node's own memory: docs/decisions/0010-live-events.md.
  goal: { max: 20_480 },
  detail: `MiB with ${FIRST}: ${(first / 2 ** 20).toFixed(0)}, with ${STREAMS}: ${(all / 2 ** 20).toFixed(0)}; open to the end: ${open.filter((socket) => !socket.destroyed).length}`,
})
await done()
