import { randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../../../apps/server/src/db/open.ts'
import { insertMember, insertSession } from '../../../apps/server/test/makers/member-rows.ts'
import { atEnd } from './clean-up.ts'
import { type Action, buildActions, type Asked } from './day-actions.ts'
import { benchServer } from './bench-server.ts'
import { phoneLikePhoto } from './photo-files.ts'
import { allReady, sendPhoto } from './photo-work.ts'
import { readProcess, processTree, reportsProcesses } from './processes.ts'
import { done, report, reportSkipped } from './report.ts'
import { copyOfSmallWorld } from './world/open.ts'

// Measures the cost of a day for a thousand people, for docs/scale.md. Each action in day-actions.ts is measured
// separately, over HTTP on the small world, and its cost is multiplied by its daily frequency. The cost is CPU time for
// the server, its children, and all database processes (including counts and timelines), minus the idle CPU time.
const { values } = parseArgs({ options: { times: { type: 'string', default: '200' } } })
const times = Number(values.times)
const PEOPLE = 50
const PHOTOS = 12
const SETTLED_MS = 2_500

if (!reportsProcesses) {
  reportSkipped('a day of a thousand people', 'the system does not tell')
  await done()
}

const databaseUrl = await copyOfSmallWorld()
const server = await benchServer({ DATABASE_URL: databaseUrl })
const db = openDatabase(databaseUrl, { max: 1, statementTimeoutMs: 0 })
atEnd(() => db.destroy())

type Member = { authorization: string; cookie: string }
const members: Member[] = []
for (let n = 0; n < PEOPLE; n++) {
  const username = `day_${n}`
  const user_id = await insertMember(db, {
    username,
    email: `${username}@example.com`,
    password: randomUUID(),
  })
  const [token, cookie] = [await insertSession(db, user_id), await insertSession(db, user_id)]
  members.push({ authorization: `Bearer ${token}`, cookie: `nollie.session=${cookie}` })
}

// The first time a copy is read, PostgreSQL writes hints into its pages, which would count toward the cost of reading.
await sql`vacuum (freeze, analyze)`.execute(db)
await sql`checkpoint`.execute(db)

async function postmaster(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return readProcess(rows[0]?.pid ?? 0)?.parent ?? Number.NaN
}

function cpuOfTree(pid: number): number {
  return processTree(pid).reduce((sum, { cpuMs }) => sum + cpuMs, readProcess(pid)?.endedCpuMs ?? 0)
}

async function stored(on: Db): Promise<{ wal: number; rows: number }> {
  const { rows } = await sql<{ wal: string; rows: string }>`
    select pg_current_wal_lsn() - '0/0'::pg_lsn as wal,
      (select sum(pg_total_relation_size(oid)) from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace) as rows`.execute(on)
  return { wal: Number(rows[0]?.wal), rows: Number(rows[0]?.rows) }
}

/**
 * Returns a row's size in bytes, including its indexes and its share of the table's free space, as in a database that's
 * years old.
 */
async function bytesOfRow(table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size(${table}::regclass)::float8 / greatest(1, count(*)) as bytes
    from ${sql.table(table)}`.execute(db)
  return rows[0]?.bytes ?? Number.NaN
}

const LASTING =
  'users profiles spots posts post_media media likes comments notifications follows messages saved_posts timeline'
for (const table of LASTING.split(' '))
  console.log(`a row of ${table.padEnd(16)} ${(await bytesOfRow(table)).toFixed(0)} bytes with its indexes`)

function filesBelow(folder: string): number[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
}

type Spent = { server: number; database: number; wal: number; rows: number }
const database = await postmaster()

async function spent(): Promise<Spent> {
  return {
    server: cpuOfTree(server.pid),
    database: cpuOfTree(database),
    ...(await stored(db)),
  }
}

function between(from: Spent, to: Spent): Spent {
  return {
    server: to.server - from.server,
    database: to.database - from.database,
    wal: to.wal - from.wal,
    rows: to.rows - from.rows,
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

function ask(n: number, { method = 'GET', path, body }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      // Browsers request documents with a cookie. Each request has either a cookie or a bearer token.
      ...(path.startsWith('/api/')
        ? { authorization: members[n % PEOPLE]?.authorization }
        : { cookie: members[n % PEOPLE]?.cookie }),
      'accept-encoding': 'gzip',
      ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
      ...(text ? { 'content-type': 'application/json' } : {}),
    }
    request(server.url + path, { agent, method, headers }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.once('end', () =>
        (answer.statusCode ?? 500) < 300
          ? resolve(bytes)
          : reject(new Error(`${method} ${path}: ${answer.statusCode}`)),
      )
    })
      .once('error', reject)
      .end(text)
  })
}

const idle = await (async () => {
  await sleep(SETTLED_MS)
  const before = await spent()
  await sleep(10_000)
  return between(before, await spent())
})()
const idlePerMs = { server: idle.server / 10_000, database: idle.database / 10_000 }

/** Measures the average cost of `count` actions, including all the background work they cause. */
async function measureCost(count: number, work: () => Promise<number>): Promise<Spent & { bytes: number }> {
  const [before, began] = [await spent(), performance.now()]
  const bytes = await work()
  await sleep(SETTLED_MS)
  const cost = between(before, await spent())
  const took = performance.now() - began
  return {
    server: Math.max(0, cost.server - idlePerMs.server * took) / count,
    database: Math.max(0, cost.database - idlePerMs.database * took) / count,
    wal: cost.wal / count,
    rows: cost.rows / count,
    bytes: bytes / count,
  }
}

const day = { server: 0, database: 0, wal: 0, rows: 0, bytes: 0 }

function add(name: string, aDay: number, cost: typeof day): void {
  for (const key of ['server', 'database', 'wal', 'rows', 'bytes'] as const) day[key] += aDay * cost[key]
  console.log(
    `${name.padEnd(26)} ${String(aDay).padStart(5)} a day  server ${cost.server.toFixed(2)} ms, database ${cost.database.toFixed(2)} ms, sent ${(cost.bytes / 1000).toFixed(1)} kB, WAL ${(cost.wal / 1000).toFixed(2)} kB, tables ${(cost.rows / 1000).toFixed(2)} kB`,
  )
}

async function repeat({ requests }: Action, from: number, count: number): Promise<number> {
  let [next, bytes] = [from, 0]
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (next < from + count) {
        const n = next++
        for (const one of requests(n)) {
          const received = await ask(n, one)
          bytes += received
        }
      }
    }),
  )
  return bytes
}

for (const action of await buildActions(db)) {
  await repeat(action, 0, 20)
  add(action.name, action.aDay, await measureCost(times, () => repeat(action, 20, times)))
}

const photo = await phoneLikePhoto()
const media = join(server.dataDir, 'media')
const photos = await measureCost(PHOTOS, async () => {
  for (let n = 0; n < PHOTOS; n++)
    await sendPhoto(server, { authorization: members[n]?.authorization ?? '' }, photo)
  await allReady(db)
  await sleep(5_000)
  return 0
})
const PHOTOS_A_DAY = 0.15
add('photo of 12 megapixels', PHOTOS_A_DAY, photos)
const onDisk = filesBelow(media).reduce((sum, size) => sum + size, 0) / PHOTOS

function perThousand(value: number) {
  return value * 1000
}

report({
  name: 'server, processor seconds of a day of 1,000 people',
  value: perThousand(day.server) / 1000,
  unit: 's',
})
report({
  name: 'database, processor seconds of a day of 1,000 people',
  value: perThousand(day.database) / 1000,
  unit: 's',
})
report({
  name: 'answers of the API, bytes of a day of 1,000 people',
  value: perThousand(day.bytes),
  unit: 'B',
})
report({ name: 'WAL, bytes of a day of 1,000 people', value: perThousand(day.wal), unit: 'B' })
report({
  name: 'tables and indexes, bytes of a day of 1,000 people',
  value: perThousand(day.rows),
  unit: 'B',
})
report({
  name: 'pictures stored, bytes of a day of 1,000 people',
  value: perThousand(PHOTOS_A_DAY * onDisk),
  unit: 'B',
  detail: `one photo of ${(photo.length / 1e6).toFixed(1)} MB becomes ${(onDisk / 1e6).toFixed(2)} MB`,
})
report({
  name: 'server and database, processor of one when nobody is there',
  value: (idlePerMs.server + idlePerMs.database) * 100,
  unit: '',
  detail: `per cent: server ${(idlePerMs.server * 100).toFixed(2)}, database ${(idlePerMs.database * 100).toFixed(2)}`,
})
await done()
