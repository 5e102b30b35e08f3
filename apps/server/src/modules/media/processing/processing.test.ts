import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Media } from '@nollie/contract'
import { MEDIA_FILES } from '@nollie/contract/media'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/world/app.ts'
import { programsWith, repeatedVideo } from '../../../../test/makers/hostile-files.ts'
import { hasFfmpeg, lies, makeVideo, phonePhoto } from '../../../../test/makers/media-files.ts'
import { people, type TestPerson } from '../../../../test/actors/people.ts'
import { getCode, getUploadId, uploader } from '../../../../test/actors/uploads.ts'
import { findVideoEncoder, openMedia } from '../index.ts'
import { newKey } from '../file-keys.ts'
import { uploadKey } from '../resume-upload.store.ts'
import { findMedia } from '../media.queries.ts'

const MB = 1024 * 1024

let app: TestApp
let tempDir: string
/** Lists the names in the app's temporary folder. */
let temporary: () => string[]
let ada: TestPerson
let ben: TestPerson
let her: ReturnType<typeof uploader>
let his: ReturnType<typeof uploader>
let photo: Buffer
beforeAll(async () => {
  tempDir = mkdtempSync(join(tmpdir(), 'nollie-temporary-'))
  temporary = () => readdirSync(tempDir).flatMap((name) => readdirSync(join(tempDir, name)))
  app = await testApp({ videoEncoder: await findVideoEncoder(process.env.PATH ?? ''), media: { tempDir } })
  ;({ ada, ben } = await people(app, 'ada', 'ben'))
  her = uploader(app, ada)
  his = uploader(app, ben)
  photo = await phonePhoto({ width: 640, height: 480 })
})
afterAll(() => app.close())

test('DATA-06 G-35 D1 R15 files of a false type are rejected at the last byte, marked as failed, and deleted from disk', async () => {
  for (const [name, bytes] of Object.entries(await lies())) {
    const filetype = /mp4|webm/.test(name) && hasFfmpeg ? 'video/mp4' : 'image/jpeg'
    const { id, sent } = await her.upload(bytes, { filetype, filename: name })
    expect([sent.statusCode, getCode(sent)], name).toEqual([415, 'WRONG_TYPE'])
    expect(await her.status(id), name).toMatchObject({
      status: 'failed',
      base: null,
      failure: expect.stringMatching(/^You can upload photos/),
    })
    expect(her.left(id)).toEqual([])
  }
})

test('recreates the temporary folder and makes a photo after a system cleanup deleted the folder', async () => {
  for (const name of readdirSync(tempDir)) rmSync(join(tempDir, name), { recursive: true })
  const { id } = await her.upload(photo)
  expect(await her.settled(id)).toMatchObject({ status: 'ready' })
  for (const name of readdirSync(tempDir)) rmSync(join(tempDir, name), { recursive: true })
  await expect.poll(() => readdirSync(tempDir)).toHaveLength(1)
})

test('MEDIA-06 a large photo declared as a video is limited as a photo', async () => {
  if (!hasFfmpeg) return
  const { sent } = await her.upload(Buffer.concat([photo, Buffer.alloc(10 * MB)]), { filetype: 'video/mp4' })
  expect([sent.statusCode, getCode(sent)]).toEqual([413, 'TOO_LARGE'])
})

test('R15 a damaged photo fails with a readable message while others continue', async () => {
  const [cut, good, alsoGood] = await Promise.all([
    her.upload(photo.subarray(0, photo.length >> 1)),
    her.upload(photo),
    his.upload(photo),
  ])
  expect(await her.settled(cut.id)).toMatchObject({
    status: 'failed',
    failure: 'This photo couldn’t be read. It may be damaged.',
  })
  expect((await her.settled(good.id)).status).toBe('ready')
  expect((await his.settled(alsoGood.id)).status).toBe('ready')
  const row = await findMedia(app.db, cut.id)
  expect(await app.app.inject({ url: `/media/${row?.key}/400.webp`, headers: ada.bearer })).toMatchObject({
    statusCode: 404,
  })
})

test('rejects videos with a readable message if there is no encoder', async () => {
  const without = await testApp()
  onTestFinished(without.close)
  const eves = uploader(without, (await people(without, 'eve')).eve)
  const refused = await eves.begin(1000, { filetype: 'video/mp4' })
  expect([refused.statusCode, refused.json()]).toEqual([
    415,
    expect.objectContaining({ code: 'WRONG_TYPE', detail: expect.stringMatching(/can’t process videos/) }),
  ])
  const ftyp = Buffer.from('\0\0\0\x14ftypisom\0\0\0\0isom', 'latin1')
  const asPhoto = await eves.upload(Buffer.concat([ftyp, Buffer.alloc(100)]))
  expect(getCode(asPhoto.sent)).toBe('WRONG_TYPE')
})

test.skipIf(!hasFfmpeg)('a video shows its poster while it is processed, then plays', async () => {
  const file = await makeVideo(join(app.dataDir, 'clip.mp4'), ['-c:v', 'libx264'], {
    size: '640x360',
    seconds: 2,
  })
  const { id } = await her.upload(readFileSync(file), { filetype: 'video/mp4', filename: 'clip.mp4' })
  let poster: Media | undefined
  for (let tries = 0; !poster && tries < 2000; tries += 1) {
    const now = await her.status(id)
    if (now.base && now.status === 'processing') poster = now
    if (now.status === 'ready' || now.status === 'failed') break
    await sleep(5)
  }
  const media = await her.settled(id)
  expect(media).toMatchObject({ type: 'video', status: 'ready', width: 640, height: 360, failure: null })
  expect(media.duration).toBeCloseTo(2, 0)
  expect(media.url).toBe(`${media.base}/video.mp4`)
  if (poster) expect(poster).toMatchObject({ type: 'video', url: null, base: media.base })
  const { rows } = await sql<{ status: string }>`select data ->> 'status' as status from events
    where name = 'media' and data ->> 'media_id' = ${id} order by id`.execute(app.db)
  expect(rows.map(({ status }) => status)).toEqual(['processing', 'ready'])
  for (const name of MEDIA_FILES) {
    const served = await app.app.inject({ url: `${media.base}/${name}`, headers: ada.bearer })
    expect(served.statusCode, name).toBe(200)
    expect(served.rawPayload.toString('latin1'), name).not.toMatch(/41\.2203|96\.0716|Hidden Caption/)
  }
  expect(temporary()).toEqual([])
  const broken = Buffer.from(readFileSync(file))
  broken.fill(0x55, broken.indexOf('moov') + 8)
  const { id: bad } = await her.upload(broken, { filetype: 'video/mp4' })
  expect(await her.settled(bad)).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/^This video couldn’t be read/),
  })
})

const FAST = ['-c:v', 'libx264', '-preset', 'ultrafast']
test.skipIf(!hasFfmpeg).for([
  ['one.mp4', FAST, {}],
  ['upright.mov', [...FAST, '-r', '1'], { size: '180x320' }],
  ['one.webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'], {}],
  ['moved.mp4', [...FAST, '-output_ts_offset', '3', '-movflags', '+faststart'], {}],
] as const)('a video with one frame gets a poster and becomes ready: %s', async ([name, args, look]) => {
  const { size } = { size: '320x180', ...look }
  const file = await makeVideo(join(app.dataDir, name), [...args, '-frames:v', '1'], { size, sound: false })
  const { id } = await her.upload(readFileSync(file), { filetype: 'video/mp4', filename: name })
  const media = await her.settled(id)
  const [width, height] = size.split('x').map(Number)
  expect(media).toMatchObject({ type: 'video', status: 'ready', width, height, failure: null })
  const poster = await app.app.inject({ url: `${media.base}/400.webp`, headers: ada.bearer })
  expect(poster.statusCode).toBe(200)
})

test('an image made from bytes in memory is ready immediately; a damaged one leaves nothing visible', async () => {
  const media = await openMedia({
    db: app.db,
    log: app.app.log,
    storage: app.storage,
    videoEncoder: null,
  })
  onTestFinished(() => media.close())
  const id = await media.addPicture(ada.user_id, photo)
  expect(await her.status(id)).toMatchObject({ status: 'ready', width: 640, height: 480 })
  await expect(media.addPicture(ada.user_id, photo.subarray(0, 900))).rejects.toMatchObject({
    code: 'UNPROCESSABLE',
  })
})

test('R17 an item that killed its worker three times fails; a queue full of them blocks no one else', async () => {
  const id = uuid()
  await app.db
    .insertInto('media')
    .values({
      id,
      owner_id: ada.user_id,
      type: 'image',
      status: 'processing',
      key: newKey(),
      bytes: 9,
      tries: 3,
    })
    .execute()
  const part = { start: 0, bytes: photo.length, file: '0-only' }
  await app.storage.area('uploads').put(`${uploadKey(id)}/${part.file}`, photo)
  await app.db
    .insertInto('upload_parts')
    .values({ media_id: id, ...part })
    .execute()
  expect(await her.settled(id)).toMatchObject({
    status: 'failed',
    failure: 'This file couldn’t be processed.',
  })
  expect((await her.settled((await her.upload(photo)).id)).status).toBe('ready')
})

test('a file that takes too long is rejected at the first attempt with a readable message', async () => {
  const hurried = await testApp({ media: { pictures: { wallSeconds: 0.001 } } })
  onTestFinished(hurried.close)
  const ivys = uploader(hurried, (await people(hurried, 'ivy')).ivy)
  const { id } = await ivys.upload(photo)
  expect(await ivys.settled(id)).toMatchObject({
    status: 'failed',
    failure: 'This photo takes too long to read. Try a smaller one.',
  })
  expect(await findMedia(hurried.db, id)).toMatchObject({ tries: 1 })
  await expect.poll(() => ivys.left(id)).toEqual([])
})

test.skipIf(!hasFfmpeg || process.platform !== 'linux')(
  'deleting an upload stops its encoder, no matter who deletes it',
  async () => {
    const long = readFileSync(
      await repeatedVideo(join(app.dataDir, 'long.mp4'), { width: 1280, height: 720, frames: 9000 }),
    )
    const encoding = async () => {
      const { id } = await her.upload(long, { filetype: 'video/mp4', filename: 'long.mp4' })
      const running = () => programsWith(id).filter((line) => line.includes('libx264'))
      await expect.poll(running).not.toEqual([])
      return { id, running }
    }
    const byOwner = await encoding()
    expect((await her.remove(byOwner.id)).statusCode).toBe(204)
    await expect.poll(byOwner.running).toEqual([])
    const byOthers = await encoding()
    await app.db.deleteFrom('media').where('id', '=', byOthers.id).execute()
    await expect.poll(byOthers.running).toEqual([])
    await expect.poll(temporary).toEqual([])
  },
)

const mayMount = (() => {
  try {
    const folder = execFileSync('mktemp', ['-d']).toString().trim()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  }
})()

test.skipIf(!mayMount)(
  'R6 a full disk has its own error, leaves nothing half-done, and recovers automatically (skipped if nothing can be mounted)',
  async () => {
    const small = await testApp()
    onTestFinished(small.close)
    const hals = uploader(small, (await people(small, 'hal')).hal)
    const folder = join(small.dataDir, 'uploads')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', folder])
    onTestFinished(() => void execFileSync('umount', [folder]))
    const bytes = Buffer.concat([photo, Buffer.alloc(2 * MB)])
    const begun = await hals.begin(bytes.length)
    const id = getUploadId(begun)
    const full = await hals.send(id, 0, bytes)
    expect([full.statusCode, getCode(full)]).toEqual([507, 'STORAGE_FULL'])
    const other = await hals.begin(1000)
    if (other.statusCode !== 201) {
      expect(getCode(other)).toBe('STORAGE_FULL')
      expect(await small.db.selectFrom('media').select('id').execute()).toHaveLength(1)
    }
    execFileSync('mount', ['-o', 'remount,size=8m', folder])
    const state = await hals.head(id)
    const offset = Number(state.headers['upload-offset'])
    expect((await hals.send(id, offset, bytes.subarray(offset))).statusCode).toBe(204)
    expect((await hals.settled(id)).status).toBe('ready')
  },
)
