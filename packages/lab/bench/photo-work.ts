import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../../apps/server/src/db/open.ts'
import sharp from 'sharp'
import { phoneLikePhoto } from './photo-files.ts'
import { makesPictures, processTree, reportsProcesses } from './processes.ts'
import { quantile } from './bench-server.ts'
import { report, reportSkipped } from './report.ts'

type Bearer = { authorization: string }
type Server = { url: string; pid: number }

/** Uploads a JPEG in a single request; returns its ID. */
export async function sendPhoto(
  { url }: Pick<Server, 'url'>,
  bearer: Bearer,
  bytes: Buffer,
): Promise<string> {
  const answer = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...bearer,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.length),
      'upload-metadata': `filetype ${btoa('image/jpeg')}`,
    },
    body: new Uint8Array(bytes),
  })
  const id = answer.headers.get('location')?.split('/').at(-1)
  if (!id) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return id
}

async function states(db: Db) {
  const { rows } = await sql<{ failed: number; pending: number; largest: number }>`
    select count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status in ('uploading', 'processing'))::int as pending,
      count(*) filter (where largest_pending)::int as largest from media`.execute(db)
  const [now] = rows
  if (!now || now.failed > 0) throw new Error('a photo could not be made')
  return now
}

async function until(db: Db, isOver: (now: Awaited<ReturnType<typeof states>>) => boolean): Promise<void> {
  while (!isOver(await states(db))) await sleep(10)
}

/** Waits until every photo is ready. */
export function allReady(db: Db): Promise<void> {
  return until(db, ({ pending }) => pending === 0)
}

function allMade(db: Db): Promise<void> {
  return until(db, ({ pending, largest }) => pending + largest === 0)
}

function cpuOfSelf(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

// Children with normal priority make the images that screens wait for; others make the largest ones.
function measureCpu({ pid }: Server): { first: number; all: number } {
  const tree = processTree(pid)
  const sum = (some: typeof tree) => some.reduce((total, { cpuMs }) => total + cpuMs, 0)
  const own = tree.find((one) => one.pid === pid)?.nice ?? 0
  return { first: sum(tree.filter((one) => !(makesPictures(one) && one.nice > own))), all: sum(tree) }
}

const NAMES = {
  ready: 'processor time of a 12-megapixel photo until it is ready, of decoding and resizing it',
  all: 'processor time of all of its pictures, of decoding and resizing it',
  rate: '12-megapixel photos of eight people at once, ready in a second of two processors',
}

/**
 * Measures how much CPU time the server and its children need for a photo's images, relative to decoding and resizing
 * that photo (alternating). Also measures photos per second on two CPUs when eight people upload concurrently.
 */
export async function measurePhotoWork(
  server: Server,
  db: Db,
  members: readonly Bearer[],
  { rounds, each }: { rounds: number; each: number },
): Promise<void> {
  const photo = await phoneLikePhoto()
  sharp.concurrency(1)
  sharp.cache(false)
  const bare = async () => {
    const before = cpuOfSelf()
    await sharp(photo).autoOrient().resize({ width: 2048, height: 2048, fit: 'inside' }).raw().toBuffer()
    return cpuOfSelf() - before
  }
  const [first] = members
  if (!first) throw new Error('nobody to send photos')
  const costs: { bare: number; ready: number; all: number }[] = []
  // The first round starts the children and isn't counted.
  const lastRound = reportsProcesses ? rounds : -1
  for (let i = -1; i < lastRound; i++) {
    const decoded = [await bare(), await bare(), await bare()]
    const before = measureCpu(server)
    await sendPhoto(server, first, photo)
    await allReady(db)
    const ready = measureCpu(server).first - before.first
    await allMade(db)
    const all = measureCpu(server).all - before.all
    if (i >= 0) costs.push({ bare: quantile(decoded, 0.5), ready, all })
  }
  const median = (of: (cost: (typeof costs)[number]) => number) => quantile(costs.map(of), 0.5)
  const ms = (of: 'bare' | 'ready' | 'all') => `${median((cost) => cost[of]).toFixed(0)} ms`
  if (reportsProcesses) {
    report({
      name: NAMES.ready,
      value: median(({ ready, bare: of }) => ready / of),
      unit: 'x',
      goal: { max: 4.5 },
      detail: `${ms('ready')} / ${ms('bare')}`,
    })
    report({ name: NAMES.all, value: median(({ all, bare: of }) => all / of), unit: 'x', detail: ms('all') })
  } else for (const name of [NAMES.ready, NAMES.all]) reportSkipped(name, 'the system does not tell')

  if (!reportsProcesses) return reportSkipped(NAMES.rate, 'the system does not tell')
  const before = measureCpu(server).all
  const begun = performance.now()
  await Promise.all(
    members.map(async (bearer) => {
      for (let n = 0; n < each; n++) await sendPhoto(server, bearer, photo)
    }),
  )
  await allReady(db)
  const clock = (performance.now() - begun) / 1000
  const spent = (measureCpu(server).all - before) / 1000
  const count = members.length * each
  report({
    name: NAMES.rate,
    value: (2 * count) / spent,
    unit: '/s',
    goal: { min: 4 },
    detail: `${(count / clock).toFixed(1)} by the clock, which counts on a quiet machine alone`,
  })
  await allMade(db)
}
