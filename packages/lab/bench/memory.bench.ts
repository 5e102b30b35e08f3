import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../../../apps/server/src/db/open.ts'
import { atEnd } from './clean-up.ts'
import { benchServer } from './bench-server.ts'
import { member } from './member.ts'
import { phoneLikePhoto } from './photo-files.ts'
import { sendPhoto } from './photo-work.ts'
import { makesPictures, processTree, reportsProcesses } from './processes.ts'
import { done, report, reportSkipped } from './report.ts'
import { copyOfSmallWorld } from './world/open.ts'

// Measures the resident memory of the server's process after startup, under load, and after a pause. Under load,
// clients read the feed, map, and spots without pausing, members upload photos, and event streams are open. The
// children that process photos are counted separately, because they exit after a minute without work.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '32' },
    streams: { type: 'string', default: '2000' },
    rest: { type: 'string', default: '300' },
    photos: { type: 'string', default: '1' },
  },
})
const GOALS = { load: 450, rest: 300 }
const NAMES = {
  start: 'memory of the server after its start, MiB',
  load: 'memory of the server under load at most, MiB',
  rest: `memory of the server ${values.rest} s after the load, MiB`,
}
if (!reportsProcesses) {
  for (const name of Object.values(NAMES)) reportSkipped(name, 'the system does not tell')
  await done()
}

const url = await copyOfSmallWorld()
const db = openDatabase(url, { max: 1, statementTimeoutMs: 0 })
atEnd(() => db.destroy())
const spots = (await sql<{ id: string }>`select id from spots order by id limit 2000`.execute(db)).rows
// Gives each client its own IP address, as if behind a proxy.
const server = await benchServer({ DATABASE_URL: url, TRUST_PROXY: 'true' })
const { bearer } = await member(server)
const photo = await phoneLikePhoto()

function memory(): { server: number; pictures: number } {
  const tree = processTree(server.pid)
  const sum = (some: typeof tree) => some.reduce((total, { memoryMiB }) => total + memoryMiB, 0)
  return {
    server: sum(tree.filter(({ pid }) => pid === server.pid)),
    pictures: sum(tree.filter(makesPictures)),
  }
}

const trace: string[] = []
const began = performance.now()

function look() {
  const now = memory()
  trace.push(`${((performance.now() - began) / 1000).toFixed(0)} s: ${now.server.toFixed(0)}`)
  return now
}

const agent = new Agent({ keepAlive: true, maxSockets: Number(values.clients) })

function buildIp(n: number) {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

let asked = 0
const refused = new Map<string, number>()

function ask(path: string) {
  return new Promise<void>((resolve, reject) => {
    const headers = { ...bearer, 'x-forwarded-for': buildIp(asked++), 'accept-encoding': 'gzip' }
    request(server.url + path, { agent, headers }, (answer) => {
      const status = `${path.replaceAll(/[0-9a-f-]{36}|\?.*/g, '...')} ${answer.statusCode}`
      if (answer.statusCode !== 200) refused.set(status, (refused.get(status) ?? 0) + 1)
      answer.resume().once('end', resolve)
    })
      .once('error', reject)
      .end()
  })
}

function pickAny<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

function someView() {
  const z = 3 + Math.floor(Math.random() * 8)
  const at = () => Math.floor(Math.random() * 2 ** z)
  const [x, y] = [at(), at()]
  return `z=${z}&x0=${x}&x1=${Math.min(x + 1, 2 ** z - 1)}&y0=${y}&y1=${Math.min(y + 2, 2 ** z - 1)}`
}

const PAGES = [
  () => '/api/posts',
  () => '/api/discover',
  () => `/api/map?${someView()}`,
  () => `/api/spots?${someView()}`,
  () => `/api/spots/${pickAny(spots).id}`,
  () => `/api/spots/${pickAny(spots).id}/media`,
  () => `/spots/${pickAny(spots).id}`,
]

const listeners: ClientRequest[] = []

function listen(n: number) {
  return new Promise<void>((resolve, reject) => {
    const headers = { 'x-forwarded-for': buildIp(n) }
    const one = request(`${server.url}/api/events?topics=spots`, { agent: false, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`stream: ${answer.statusCode}`))
      answer.once('data', () => resolve()).on('error', () => {})
    })
    one.on('error', reject).end()
    listeners.push(one)
  })
}

await ask('/')
await sleep(5_000)
const start = look().server
const end = performance.now() + Number(values.seconds) * 1000
for (let n = 0; n < Number(values.streams); n += 50)
  await Promise.all(Array.from({ length: Math.min(50, Number(values.streams) - n) }, (_, i) => listen(n + i)))
const peak = { server: 0, pictures: 0 }
const watch = setInterval(() => {
  const now = look()
  peak.server = Math.max(peak.server, now.server)
  peak.pictures = Math.max(peak.pictures, now.pictures)
}, 1_000)
let sent = 0
await Promise.all([
  ...Array.from({ length: Number(values.clients) }, async () => {
    while (performance.now() < end) await ask(pickAny(PAGES)())
  }),
  (async () => {
    while (Number(values.photos) > 0 && performance.now() < end) {
      await sendPhoto(server, bearer, photo)
      sent += 1
      await sleep(1_000 / Number(values.photos))
    }
  })(),
])
clearInterval(watch)
const last = look()
for (const one of listeners) one.destroy()
agent.destroy()
for (let n = 0; n < Number(values.rest); n += 10) {
  await sleep(10_000)
  look()
}
const rest = memory()
console.log(`  ${trace.join(', ')}`)
if (refused.size > 0) console.log(`  ${[...refused].map(([what, times]) => `${times} x ${what}`).join(', ')}`)
report({ name: NAMES.start, value: start, unit: '' })
report({
  name: NAMES.load,
  value: peak.server,
  unit: '',
  goal: { max: GOALS.load },
  detail: `${asked} requests, ${sent} photos, ${listeners.length} streams; at the end ${last.server.toFixed(0)}, children that make pictures ${peak.pictures.toFixed(0)} at most`,
})
report({
  name: NAMES.rest,
  value: rest.server,
  unit: '',
  goal: { max: GOALS.rest },
  detail: `children ${rest.pictures.toFixed(0)}`,
})
await done()
