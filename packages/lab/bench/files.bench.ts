import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { repeatedVideo, scannedJpeg } from '../../../apps/server/test/makers/hostile-files.ts'
import { RATES } from '../../../packages/contract/src/rates.ts'
import { atEnd } from './clean-up.ts'
import { benchServer } from './bench-server.ts'
import { member } from './member.ts'
import { done, report } from './report.ts'

// One account uploads the most expensive files within its limits. Measures how long another person's photo and
// ten-second video take to be ready, compared with the time they take without the attack. Medians from one run.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    photos: { type: 'string', default: '5' },
    videos: { type: 'string', default: '3' },
  },
})
const GOALS = { photo: 3, video: 5 }
const need = createRequire(new URL('../../../apps/server/package.json', import.meta.url))
const sharp = need('sharp')

function median(all: number[]) {
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN
}

type File = { name: string; type: string; bytes: Buffer }
type Bearer = { authorization: string }
const folder = await mkdtemp(join(tmpdir(), 'nollie-bench-'))
atEnd(() => rm(folder, { recursive: true, force: true }))

function noise(side: number) {
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
}

// Returns files that take as long as possible to process without being refused.
async function hostileFiles(): Promise<{ photos: File[]; videos: File[] }> {
  const photo = (name: string, bytes: Buffer) => ({ name, type: 'image/jpeg', bytes })
  const flat = { create: { width: 8192, height: 8192, channels: 3, background: '#567' } }
  const grain = () => noise(1024).resize(8192, 8192, { kernel: 'cubic' })
  const video = async (
    name: string,
    size: { width: number; height: number; frames: number; rate: number },
  ) => {
    const bytes = await readFile(await repeatedVideo(join(folder, name), { ...size, pattern: 'smptehdbars' }))
    if (bytes.length >= 50 * 1024 * 1024) throw new Error(`${name} is too large to be taken`)
    return { name, type: 'video/mp4', bytes }
  }
  return {
    photos: [
      photo('a hundred scans.jpg', scannedJpeg(8184, 8184, 100)),
      photo('progressive.jpg', await grain().jpeg({ progressive: true, quality: 20 }).toBuffer()),
      photo('interlaced.png', await sharp(flat).png({ progressive: true }).toBuffer()),
      photo('grain.avif', await grain().resize(6928, 6928).avif({ quality: 10, effort: 0 }).toBuffer()),
      photo('grain.webp', await grain().webp({ quality: 10, effort: 0 }).toBuffer()),
    ].filter(({ bytes }) => bytes.length < 10 * 1024 * 1024),
    videos: [
      await video('large.mp4', { width: 5760, height: 5760, frames: 2400, rate: 60 }),
      await video('long.mp4', { width: 1920, height: 1080, frames: 35_900, rate: 60 }),
    ],
  }
}

const server = await benchServer({
  // The rate limits are off, because the goal is only about processing.
  RATE_LIMITS: Object.keys(RATES)
    .filter((rate) => rate !== 'upload')
    .flatMap((rate) => [`${rate}.ip=100000/60`, `${rate}.user=100000/60`])
    .join(','),
})

/** Uploads a file. Returns its ID, or the HTTP status if the server refuses the file. */
async function send(bearer: Bearer, { name, type, bytes }: File): Promise<string | number> {
  const answer = await fetch(`${server.url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...bearer,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${btoa(name)},filetype ${btoa(type)}`,
    },
    body: new Uint8Array(bytes),
  })
  return answer.ok ? (answer.headers.get('location')?.split('/').pop() ?? '') : answer.status
}

async function fetchState(bearer: Bearer, id: string) {
  return (await (await fetch(`${server.url}/api/media/${id}`, { headers: bearer })).json()) as {
    status: string
    failure: string | null
  }
}

async function timeToReady(bearer: Bearer, file: File): Promise<number> {
  const begun = performance.now()
  const id = await send(bearer, file)
  if (typeof id === 'number') throw new Error(`${file.name}: ${id}`)
  for (;;) {
    const { status, failure } = await fetchState(bearer, id)
    if (status === 'failed') throw new Error(`${file.name}: ${failure}`)
    if (status === 'ready') return performance.now() - begun
    await sleep(20)
  }
}

async function measured(bearer: Bearer, file: File, times: number, between: () => Promise<unknown>) {
  const all: number[] = []
  for (let i = 0; i < times; i++) {
    await between()
    all.push(await timeToReady(bearer, file))
  }
  return all
}

// Uploads as many files as the server accepts, without pausing, and deletes files that are ready or failed.
async function attack(bearer: Bearer, files: readonly File[], until: () => boolean) {
  const seen = new Map<string, number>()
  const ids: string[] = []
  for (let i = 0; !until(); i++) {
    const file = files[i % files.length]
    if (!file) break
    const id = await send(bearer, file)
    const outcome = typeof id === 'number' ? `refused with ${id}` : `sent ${file.name}`
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    if (typeof id === 'string') ids.push(id)
    await sleep(typeof id === 'number' ? 2_000 : 50)
  }
  const ended = await Promise.all(ids.map((id) => fetchState(bearer, id)))
  for (const { status, failure } of ended) {
    const outcome = failure ?? status
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
  }
  return seen
}

const hostile = await hostileFiles()
const photo: File = {
  name: 'ledge.jpg',
  type: 'image/jpeg',
  bytes: await noise(512)
    .resize(2048, 1536, { fit: 'fill', kernel: 'cubic' })
    .blur(3)
    .jpeg({ quality: 90 })
    .toBuffer(),
}
const clip = join(folder, 'clip.mp4')
const source = ['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=30:d=10']
execFileSync('ffmpeg', [
  '-v',
  'error',
  ...source,
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-pix_fmt',
  'yuv420p',
  clip,
])
const video: File = { name: 'clip.mp4', type: 'video/mp4', bytes: await readFile(clip) }

const [{ bearer: attacker }, { bearer }] = [await member(server), await member(server)]

async function now() {}
const [photos, videos] = [Number(values.photos), Number(values.videos)]
await timeToReady(bearer, photo)
const alone = {
  photo: await measured(bearer, photo, photos, now),
  video: await measured(bearer, video, videos, now),
}

const end = performance.now() + Number(values.minutes) * 60_000
let over = false
const attacks = Promise.all(
  [hostile.photos, hostile.videos].map((files) => attack(attacker, files, () => over)),
)
await sleep(10_000)
const share = (end - performance.now()) / (photos + videos)

function meanwhile() {
  return sleep(share / 2)
}

const under = {
  photo: await measured(bearer, photo, photos, meanwhile),
  video: await measured(bearer, video, videos, meanwhile),
}
over = true
console.log(`${values.minutes} minutes of one account's worst files:`)
for (const seen of await attacks) for (const [outcome, times] of seen) console.log(`  ${times} x ${outcome}`)
for (const kind of ['photo', 'video'] as const)
  report({
    name: `another's ${kind} meanwhile, of alone`,
    value: median(under[kind]) / median(alone[kind]),
    unit: 'x',
    goal: { max: GOALS[kind] },
    detail: `${(median(under[kind]) / 1000).toFixed(2)} s / ${(median(alone[kind]) / 1000).toFixed(2)} s alone, worst ${(Math.max(...under[kind]) / 1000).toFixed(2)} s`,
  })
await done()
