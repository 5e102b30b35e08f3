import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { phonePhoto } from '../../../apps/server/test/makers/media-files.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, openDatabase } from '../../../apps/server/src/db/open.ts'
import { CHUNK, metadata, TUS } from '../../../apps/server/test/actors/uploads.ts'
import { atEnd, runAndExit } from '../bench/clean-up.ts'
import { throwAwayCluster } from '../bench/bench-server.ts'
import { freePort, type Server, startServer } from '../../../e2e/support/server.ts'
import { startBalancer } from './lib/balancer.ts'
import { EventReader } from './lib/event-reader.ts'
import { READY_MS, runFolder } from './lib/machine.ts'
import { makeMembers, type Member, send } from './lib/members.ts'
import { isShort, option, seed, textOption } from './lib/options.ts'
import { report, seeded } from './lib/report.ts'

// Proof 6, two servers on one database. Limits are counted together, and a session is valid on both. A revoked session
// ends on both within a second. An upload started on one is finished on the other. Live events reach every stream on
// both (`--events N`; streams are cut and resume on the other server). A rolling restart behind HAProxy under load
// fails no request (`--restarts N`). `--database URL` uses an empty database instead of a temporary one. Seen to fail
// by: `return503OnClosing` of server.ts removed (failed requests during a restart), a limit counted in memory in place
// of `remove` (taken by both servers: 9 of 7), and an outbox that drops every 97th event.

const events = option('--events', { whole: 100_000, short: 300 })
const streams = option('--streams', { whole: 20, short: 4 })
const revocations = option('--revocations', { whole: 40, short: 3 })
const restarts = option('--restarts', { whole: 6, short: 0 })
const clients = option('--clients', { whole: 8, short: 3 })
const random = seeded(seed)
const LIMIT = 7
/** How long (ms) to wait for an event before it counts as missed. */
const LATE_MS = 60_000

const folder = runFolder('two')
const env = {
  DATABASE_URL: textOption('--database') ?? (await (await throwAwayCluster()).database('two')),
  SECRET: 'one secret of at least thirty-two characters',
  // Only this limit is tested. The others are high.
  RATE_LIMITS: [
    ...['read', 'write', 'health', 'stream', 'upload', 'upload_chunk', 'like', 'post', 'sign_in'].flatMap(
      (name) => [`${name}.ip=1000000/60`, `${name}.user=1000000/60`],
    ),
    `remove.user=${LIMIT}/3600`,
  ].join(','),
}
const ports = [await freePort(), await freePort()]

function start(n: number) {
  return startServer({
    readyMs: READY_MS,
    dataDir: join(folder, 'data'),
    port: ports[n] ?? 0,
    env: { ...env, LOG_LEVEL: 'error' },
  })
}

const servers: Server[] = [await start(0), await start(1)]
atEnd(async () => void (await Promise.all(servers.map((server) => server.stop()))))
const urls = servers.map(({ url }) => url)
const [one = '', two = ''] = urls
const db: Db = openDatabase(env.DATABASE_URL, { max: 4, statementTimeoutMs: 0 })
atEnd(() => db.destroy())

async function createDiscussion(url: string, { bearer }: Member): Promise<string> {
  const answer = await send(url, '/api/discussions', {
    method: 'POST',
    headers: { ...bearer, 'idempotency-key': randomUUID() },
    body: { title: 'Which trucks?', content: 'For ledges.' },
  })
  return String(answer?.json().id)
}

// A limit that is counted in the database. Limits counted in memory are settled once a second (decision 0002).
async function rates(): Promise<void> {
  const [ada] = await makeMembers(db, 1)
  const statuses: number[] = []
  for (let n = 0; n < LIMIT * 3; n += 1) {
    const path = `/api/comments/${randomUUID()}`
    const answer = await send(urls[n % 2] ?? '', path, { method: 'DELETE', headers: (ada as Member).bearer })
    statuses.push(answer?.headers.has('retry-after') || answer?.status !== 429 ? (answer?.status ?? 0) : 0)
  }
  const taken = statuses.filter((status) => status === 404).length
  const refused = statuses.filter((status) => status === 429).length
  report({
    what: 'rates: taken by both servers together, the rest refused',
    figure: `${taken}, ${refused}`,
    goal: `${LIMIT}, ${LIMIT * 2}`,
    isMet: taken === LIMIT && refused === LIMIT * 2,
  })
}

async function sessions(): Promise<void> {
  // Each person signs in only once, because sign-ins to one account are limited.
  const people = await makeMembers(db, revocations)
  let known = 0
  let slowest = 0
  for (const [n, { email, password }] of people.entries()) {
    const [from, to] = n % 2 ? [two, one] : [one, two]
    const signedIn = await send(from, '/api/auth/sign-in', {
      method: 'POST',
      headers: { 'x-client': 'token' },
      body: { email, password },
    })
    if (signedIn?.status !== 200) throw new Error(`sign-in: ${signedIn?.status}`)
    const bearer = { authorization: `Bearer ${String(signedIn.json().token)}` }
    const isMember = async () => ((await send(to, '/api/account', { headers: bearer }))?.status ?? 0) === 200
    if (await isMember()) known += 1
    const reader = new EventReader([to], { headers: bearer, topics: 'posts', onEvent: () => {} })
    while (!reader.isOpen) await sleep(10)
    await send(from, '/api/auth/sign-out', { method: 'POST', headers: bearer })
    const ended = performance.now()
    while (await isMember()) await sleep(10)
    slowest = Math.max(slowest, performance.now() - ended)
    reader.close()
  }
  report({
    what: 'sessions of one server known to the other',
    figure: `${known} of ${revocations}`,
    goal: `${revocations} of ${revocations}`,
    isMet: known === revocations,
  })
  report({
    what: 'ended on the other server, slowest',
    figure: `${(slowest / 1000).toFixed(2)} s`,
    goal: '1 s',
    isMet: isShort || slowest <= 1000,
  })
}

async function uploads(): Promise<void> {
  const [ada] = await makeMembers(db, 1)
  const photo = await phonePhoto({ width: 320, height: 240 })
  const half = photo.length >> 1
  const headers = { ...CHUNK, ...(ada as Member).bearer }
  const begun = await fetch(`${one}/api/uploads`, {
    method: 'POST',
    headers: {
      ...TUS,
      ...(ada as Member).bearer,
      'upload-length': String(photo.length),
      'upload-metadata': metadata('image/jpeg', 'x.jpg'),
    },
  })
  const location = begun.headers.get('location') ?? ''
  const part = (url: string, from: number, to: number) =>
    fetch(url + location, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': String(from) },
      body: new Uint8Array(photo.subarray(from, to)),
    })
  const first = (await part(one, 0, half)).status
  const second = (await part(two, half, photo.length)).status
  let status = ''
  for (let tries = 0; tries < 1200 && status !== 'ready' && status !== 'failed'; tries += 1) {
    const answer = await send(one, `/api/media/${location.split('/').pop()}`, {
      headers: (ada as Member).bearer,
    })
    status = String(answer?.json().status)
    await sleep(50)
  }
  report({
    what: 'an upload begun on one, ended on the other',
    figure: `${first}, ${second}, ${status}`,
    goal: '204, 204, ready',
    isMet: first === 204 && second === 204 && status === 'ready',
  })
}

type Got = { seen: Set<number>; own: Set<number>; wrong: number; all: number; reader: EventReader }

/** Writes events in transactions like those for requests. Some of the events are for one person only. */
async function liveEvents(): Promise<void> {
  const people = await makeMembers(db, streams)
  let written = 0
  // If there were too many events within 20 s to resend, a resuming stream reloads everything and misses none.
  const reload = (mine: Omit<Got, 'reader'>, person: number) => {
    mine.all += 1
    for (let i = 0; i < written; i += 1)
      if (i % 10 !== 0) mine.seen.add(i)
      else if ((i / 10) % streams === person) mine.own.add(i)
  }
  const got = people.map(({ bearer, user_id }, n): Got => {
    const mine: Omit<Got, 'reader'> = { seen: new Set(), own: new Set(), wrong: 0, all: 0 }
    const onEvent = (name: string, data: Record<string, unknown>) => {
      if (typeof data.n !== 'number') reload(mine, n)
      else if (name === 'post') mine.seen.add(data.n)
      else if (data.to === user_id) mine.own.add(data.n)
      else mine.wrong += 1
    }
    const reader = new EventReader(urls, { headers: bearer, topics: 'posts', first: n, onEvent })
    return Object.assign(mine, { reader })
  })
  while (got.some(({ reader }) => !reader.isOpen)) await sleep(20)
  const BATCH = 100
  const AHEAD = 300
  for (let n = 0; n < events; n += BATCH) {
    const count = Math.min(BATCH, events - n)
    await sql`with made as (
        insert into events (topic, name, data)
        select case when i % 10 = 0 then 'user:' || (${people.map(({ user_id }) => user_id)}::text[])[1 + (i / 10) % ${streams}] else 'posts' end,
          case when i % 10 = 0 then 'notification' else 'post' end,
          jsonb_build_object('kind', 'many', 'n', i, 'to', (${people.map(({ user_id }) => user_id)}::text[])[1 + (i / 10) % ${streams}])
        from generate_series(${n}::int, ${n + count - 1}::int) i returning id)
      select pg_notify('nollie_events', '') from (select count(*) from made) done`.execute(db)
    written = n + count
    if (random(3) === 0) got[random(got.length)]?.reader.cut()
    const least = Math.max(0, ((n + count - AHEAD) * 9) / 10)
    const late = performance.now() + LATE_MS
    while (got.some(({ seen }) => seen.size < least) && performance.now() < late) await sleep(20)
  }
  const ofAll = Math.floor((events * 9) / 10)
  const until = performance.now() + LATE_MS
  while (got.some(({ seen }) => seen.size < ofAll) && performance.now() < until) await sleep(50)
  await sleep(500)
  const missed =
    got.reduce((sum, { seen }) => sum + (ofAll - seen.size), 0) +
    (events - ofAll - got.reduce((sum, { own }) => sum + own.size, 0))
  const wrong = got.reduce((sum, one) => sum + one.wrong, 0)
  const cuts = got.reduce((sum, { reader }) => sum + reader.resumed, 0)
  const reloads = got.reduce((sum, { all }) => sum + all, 0)
  for (const { reader } of got) reader.close()
  report({
    what: `missed of ${events} live events, ${streams} streams, ${cuts} resumed`,
    figure: `${missed}${reloads > 0 ? ` (${reloads} times read anew)` : ''}`,
    goal: '0',
    isMet: missed === 0,
  })
  report({ what: 'live events to the wrong person', figure: String(wrong), goal: '0', isMet: wrong === 0 })
}

async function rollingRestart(): Promise<void> {
  if (restarts === 0) return
  const balancer = await startBalancer(folder, urls)
  if (!balancer) return console.log('  rolling restart: skipped, haproxy is not found')
  const { url, allUp } = balancer
  const people = await makeMembers(db, clients)
  const failed: string[] = []
  const load = { answered: 0, isOver: false }
  const isAnswered = async (count: number) => {
    const enough = load.answered + count
    while (load.answered < enough) await sleep(50)
  }
  const loads = people.map(async (person) => {
    const id = await createDiscussion(url, person)
    while (!load.isOver) {
      const key = { ...person.bearer, 'idempotency-key': randomUUID() }
      for (const [path, request, wanted] of [
        [`/api/discussions/${id}`, { headers: person.bearer }, 200],
        ['/api/posts', { headers: person.bearer }, 200],
        ['/api/config', {}, 200],
        [
          '/api/discussions',
          { method: 'POST', headers: key, body: { title: 'Wax', content: 'Or not?' } },
          201,
        ],
        [`/api/discussions/${id}/like`, { method: 'PUT', headers: person.bearer }, 200],
      ] as const) {
        const answer = await send(url, path, request)
        if (answer?.status === wanted) load.answered += 1
        else failed.push(`${path}: ${answer?.status ?? 'no answer'}`)
      }
    }
  })
  for (let n = 0; n < restarts; n += 1) {
    await isAnswered(clients * 10)
    await servers[n % 2]?.stop()
    servers[n % 2] = await start(n % 2)
    // As in a rollout, the next server restarts only after the balancer uses this one again.
    await allUp()
  }
  load.isOver = true
  await Promise.all(loads)
  for (const line of [...new Set(failed)].slice(0, 5)) console.log(`  ${line}`)
  report({
    what: `failed requests of ${load.answered} during ${restarts} restarts`,
    figure: String(failed.length),
    goal: '0',
    isMet: failed.length === 0,
  })
}

await runAndExit(async () => {
  const parts = { rates, sessions, uploads, events: liveEvents, restart: rollingRestart }
  const only = textOption('--only')
  for (const [name, part] of Object.entries(parts)) if (!only || only === name) await part()
})
