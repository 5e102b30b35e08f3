import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import sharp from 'sharp'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import { json, member } from './member.ts'
import { benchServer, onCpu, quantile, throwAwayCluster } from './bench-server.ts'
import { allReady, measurePhotoWork, sendPhoto } from './photo-work.ts'
import { done, report } from './report.ts'

// Measures the photos on a feed page as a member's browser loads them, with a permission check for each. The first load
// fetches entire files, and later ones only revalidate them. Compares them with a public file of the same size from the
// web client, over the same six connections, alternating. First measures the cost of making the photos (photo-work.ts).
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '6' },
    requests: { type: 'string', default: '1200' },
    photos: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '8' },
    each: { type: 'string', default: '3' },
  },
})
const REQUESTS = Number(values.requests)
const CONNECTIONS = 6
const GOALS = { whole: 5, again: 5 }

const cluster = await throwAwayCluster()
const url = await cluster.database('photos')
const db = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
const server = await benchServer({ DATABASE_URL: url })

const { bearer: headers } = await member(server)
const members = [headers]
while (members.length < 8) members.push((await member(server)).bearer)
await measurePhotoWork(server, db, members, { rounds: Number(values.rounds), each: Number(values.each) })

const noise = await sharp({
  create: {
    width: 900,
    height: 700,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
})
  .jpeg()
  .toBuffer()

async function upload(): Promise<{ id: string; base: string }> {
  const id = await sendPhoto(server, headers, noise)
  await allReady(db)
  return (await fetch(`${server.url}/api/media/${id}`, { headers })).json()
}

const files: { id: string; base: string }[] = []
for (let n = 0; n < Number(values.photos); n++) files.push(await upload())
await json(
  server,
  '/api/spots',
  {
    name: 'Bench',
    latitude: 41,
    longitude: 2,
    spot_types: ['ledges'],
    media_ids: files.map(({ id }) => id),
  },
  { ...headers, 'idempotency-key': 'photos-of-the-bench' },
)

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

function ask(path: string, wanted: number, more: Record<string, string>) {
  return new Promise<{ etag: string; bytes: number }>((resolve, reject) => {
    request(`${server.url}${path}`, { agent, headers: more }, (answer) => {
      if (answer.statusCode !== wanted) reject(new Error(`${path}: ${answer.statusCode}`))
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.once('end', () => resolve({ etag: answer.headers.etag ?? '', bytes }))
    })
      .once('error', reject)
      .end()
  })
}

const paths = files.map(({ base }) => `${base}/400.webp`)
const known = await Promise.all(paths.map(async (path) => (await ask(path, 200, headers)).etag))

/** Returns the total CPU time (ms) of the server's main thread and its database connections. */
async function cpu(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  )
  return [server.pid, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + (onCpu(pid) ?? 0), 0)
}

/** Returns the average CPU time (ms) per request. */
async function measureCost(one: (n: number) => Promise<unknown>): Promise<number> {
  const before = await cpu()
  let count = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (count < REQUESTS) await one(count++ % paths.length)
    }),
  )
  return ((await cpu()) - before) / count
}

const assets = readFileSync(new URL('../../../apps/web/dist/index.html', import.meta.url), 'utf8')
const asset = /\/assets\/[\w.-]+\.js/.exec(assets)?.[0] ?? '/'
const { etag: assetTag } = await ask(asset, 200, headers)
const rounds: Record<'whole' | 'again' | 'asset' | 'assetAgain', number[]> = {
  whole: [],
  again: [],
  asset: [],
  assetAgain: [],
}
for (let i = -1; i < Number(values.pairs); i++) {
  const round = {
    whole: await measureCost((n) => ask(paths[n] ?? '', 200, headers)),
    asset: await measureCost(() => ask(asset, 200, headers)),
    again: await measureCost((n) =>
      ask(paths[n] ?? '', 304, { ...headers, 'if-none-match': known[n] ?? '' }),
    ),
    assetAgain: await measureCost(() => ask(asset, 304, { ...headers, 'if-none-match': assetTag })),
  }
  if (i >= 0)
    for (const name of Object.keys(rounds) as (keyof typeof rounds)[]) rounds[name].push(round[name])
}
agent.destroy()
await db.destroy()

function median(name: keyof typeof rounds) {
  return quantile(rounds[name], 0.5)
}

function ratio(a: keyof typeof rounds, b: keyof typeof rounds) {
  return quantile(
    rounds[a].map((cost, i) => cost / (rounds[b][i] ?? 1)),
    0.5,
  )
}

report({
  name: 'processor time of a photo, of a file for everybody',
  value: ratio('whole', 'asset'),
  unit: 'x',
  goal: { max: GOALS.whole },
  detail: `${median('whole').toFixed(2)} ms`,
})
report({
  name: 'processor time of a photo the browser has, of such a file',
  value: ratio('again', 'assetAgain'),
  unit: 'x',
  goal: { max: GOALS.again },
  detail: `${median('again').toFixed(2)} ms`,
})
await done()
