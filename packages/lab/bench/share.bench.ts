import { randomBytes, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startDatabase } from '../../../apps/server/src/db/start-database.ts'
import { createLog } from '../../../apps/server/src/platform/log.ts'
import { atEnd } from './clean-up.ts'
import { benchServer } from './bench-server.ts'
import { member, json as post } from './member.ts'
import { done, report } from './report.ts'

// What the product adds to sharing a spot, as ratios of medians within one run. `call`: POST /api/spots over HTTP
// (session, validation, gazetteer, idempotency key) vs. writing the same rows in plain SQL. `whole`: the time from the
// photo's first byte to the response with the spot vs. the time to make the photo's images.
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '40' }, photos: { type: 'string', default: '6' } },
})
const need = createRequire(new URL('../../../apps/server/package.json', import.meta.url))
const pg = need('pg') as typeof import('pg')
const sharp = need('sharp')
type MakePictures = (path: string, format: 'jpeg', emit: () => void) => Promise<unknown>
const pictures = new URL('../../../apps/server/src/modules/media/photos/pictures.ts', import.meta.url).href
const { makePictures } = (await import(pictures)) as { makePictures: MakePictures }

function median(all: number[]) {
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN
}

async function timed(work: () => Promise<unknown>) {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const server = await benchServer()
const { url, stop } = await startDatabase(
  { databaseUrl: null, dataDir: server.dataDir },
  createLog('error'),
  { borrow: true },
)
atEnd(stop)
const client = new pg.Client({ connectionString: url })
await client.connect()

function json(path: string, body: object, headers: Record<string, string> = {}) {
  return post(server, path, body, headers)
}

function randomText(count: number) {
  return [...randomBytes(count)].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')
}

async function readyPhoto(owner: string) {
  const id = randomUUID()
  await client.query(
    `insert into media (id, owner_id, type, status, key, bytes, width, height, thumbhash)
     values ($1, $2, 'image', 'ready', $3, 1000, 1600, 1200, 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==')`,
    [id, owner, randomText(26)],
  )
  return id
}

function somewhere() {
  return { latitude: -50 + Math.random() * 20, longitude: -140 + Math.random() * 20 }
}

function makeSpot(media_ids: string[]) {
  return {
    name: 'Ledge',
    description: 'Waxed.',
    spot_types: ['ledges'],
    ...somewhere(),
    media_ids,
  }
}

async function bySql(user_id: string, media_id: string) {
  const [spot, post] = [randomUUID(), randomUUID()]
  const { latitude, longitude } = somewhere()
  await client.query('begin')
  await client.query('update media set attached_at = now() where id = $1', [media_id])
  await client.query(
    `insert into spots (id, name, description, latitude, longitude, spot_types, cover_media_id, created_by)
     values ($1, 'Ledge', 'Waxed.', $2, $3, '{ledges}', $4, $5)`,
    [spot, latitude, longitude, media_id, user_id],
  )
  await client.query(
    `insert into posts (id, user_id, spot_id, kind, title, content) values ($1, $2, $3, 'spot', 'Ledge', 'Waxed.')`,
    [post, user_id, spot],
  )
  await client.query('insert into post_media (post_id, media_index, media_id) values ($1, 0, $2)', [
    post,
    media_id,
  ])
  await client.query('commit')
}

const { user_id, bearer } = await member(server)
const call = { http: [] as number[], sql: [] as number[] }
for (let round = 0; round < Number(values.rounds) + 3; round++) {
  const [a, b] = [await readyPhoto(user_id), await readyPhoto(user_id)]
  const http = await timed(() =>
    json('/api/spots', makeSpot([a]), { ...bearer, 'idempotency-key': randomUUID() }),
  )
  const sql = await timed(() => bySql(user_id, b))
  // The first rounds fill caches and read the gazetteer, so they aren't counted.
  if (round < 3) continue
  call.http.push(http)
  call.sql.push(sql)
}

// A photo as browsers send it: 2048 px, a few hundred kilobytes.
const photo: Buffer = await sharp(randomBytes(512 * 384 * 3), {
  raw: { width: 512, height: 384, channels: 3 },
})
  .resize(2048, 1536, { kernel: 'cubic' })
  .blur(3)
  .jpeg({ quality: 90 })
  .toBuffer()
const photoFile = join(server.dataDir, 'bench.jpg')
await import('node:fs/promises').then(({ writeFile }) => writeFile(photoFile, photo))

async function shareWhole() {
  const tus = { ...bearer, 'tus-resumable': '1.0.0' }
  const begun = await fetch(`${server.url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(photo.length),
      'upload-metadata': `filename ${btoa('a.jpg')},filetype ${btoa('image/jpeg')}`,
    },
  })
  const id = begun.headers.get('location')?.split('/').pop() ?? ''
  await fetch(`${server.url}/api/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(photo),
  })
  for (;;) {
    const answer = await fetch(`${server.url}/api/media/${id}`, { headers: bearer })
    if (((await answer.json()) as { status: string }).status === 'ready') break
    await sleep(20)
  }
  await json('/api/spots', makeSpot([id]), { ...bearer, 'idempotency-key': randomUUID() })
}

const whole = { product: [] as number[], pictures: [] as number[] }
for (let round = 0; round < Number(values.photos) + 1; round++) {
  const pictures = await timed(() => makePictures(photoFile, 'jpeg', () => {}))
  const product = await timed(shareWhole)
  if (round === 0) continue
  whole.product.push(product)
  whole.pictures.push(pictures)
}
await client.end()

function ofMedians(name: string, product: number[], bare: number[]) {
  return report({
    name,
    value: median(product) / median(bare),
    unit: 'x',
    detail: `${median(product).toFixed(1)} ms / ${median(bare).toFixed(1)} ms`,
  })
}

ofMedians('call, of the same rows by bare SQL', call.http, call.sql)
ofMedians('photo to spot, of making the pictures alone', whole.product, whole.pictures)
await done()
