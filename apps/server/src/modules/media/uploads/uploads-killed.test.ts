import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Media } from '@nollie/contract'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { SECRET } from '../../../../test/world/app.ts'
import { killedServer } from '../../../../test/world/killed-server.ts'
import { largestWait } from '../../../../test/world/largest-pictures.ts'
import { phonePhoto } from '../../../../test/makers/media-files.ts'
import { server } from '../../../../test/process/server.ts'
import { CHUNK, filesOfUpload, metadata, TUS } from '../../../../test/actors/uploads.ts'

test('R1 kill -9 at any moment of an upload loses no acknowledged bytes, and the upload can be completed', async () => {
  const { ada, env, folder, db } = await killedServer()
  const goOn = await largestWait(db)
  onTestFinished(goOn)
  const photo = await phonePhoto({ width: 1400, height: 1050 })
  const start = async () => {
    const running = await server(env)
    await running.ready()
    return running
  }
  let running = await start()
  const begun = await fetch(`${running.url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...TUS,
      ...ada.bearer,
      'upload-length': String(photo.length),
      'upload-metadata': metadata('image/jpeg', 'x.jpg'),
    },
  })
  expect(begun.status).toBe(201)
  const location = begun.headers.get('location') ?? ''
  const id = location.split('/').at(-1) ?? ''

  const selectParts = () => db.selectFrom('upload_parts').selectAll().where('media_id', '=', id).execute()
  let acknowledged = 0
  for (const part of [0.2, 0.5, 0.8]) {
    const state = await fetch(`${running.url}${location}`, {
      method: 'HEAD',
      headers: { ...TUS, ...ada.bearer },
    })
    const offset = Number(state.headers.get('upload-offset'))
    expect(offset).toBeGreaterThanOrEqual(acknowledged)
    const until = Math.floor(photo.length * part)
    const headers = {
      ...CHUNK,
      ...ada.bearer,
      'upload-offset': String(offset),
      'content-length': photo.length - offset,
    }
    const sender = request(`${running.url}${location}`, { method: 'PATCH', headers })
    sender.on('error', () => {})
    sender.write(photo.subarray(offset, until))
    const arrived = () =>
      selectParts().then((parts) => Math.max(0, ...parts.map((part) => part.start + part.bytes)))
    await expect.poll(arrived).toBeGreaterThan(offset)
    await running.kill()
    sender.destroy()
    acknowledged = offset
    running = await start()
  }
  const state = await fetch(`${running.url}${location}`, {
    method: 'HEAD',
    headers: { ...TUS, ...ada.bearer },
  })
  const offset = Number(state.headers.get('upload-offset'))
  expect(offset).toBeGreaterThan(photo.length / 2)
  const last = await fetch(`${running.url}${location}`, {
    method: 'PATCH',
    headers: { ...CHUNK, ...ada.bearer, 'upload-offset': String(offset) },
    body: new Uint8Array(photo.subarray(offset)),
  })
  expect(last.status).toBe(204)
  // Kill it again after the last byte was acknowledged, possibly while the images are being made.
  await running.kill()
  running = await start()
  let media: Media | undefined
  for (let tries = 0; tries < 900 && media?.status !== 'ready'; tries += 1) {
    media = (await (await fetch(`${running.url}/api/media/${id}`, { headers: ada.bearer })).json()) as Media
    expect(media.status).not.toBe('failed')
    await sleep(200)
  }
  expect(media).toMatchObject({ status: 'ready', width: 1400, height: 1050 })
  const readWidth = async (file: string) => {
    const answer = await fetch(`${running.url}${media?.base}/${file}`, { headers: ada.bearer })
    return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width
  }
  // Kill it before the largest files are made, and again while they are being made.
  expect(await readWidth('2048.avif')).toBe(1080)
  await running.kill()
  running = await start()
  expect(await readWidth('2048.avif')).toBe(1080)
  expect(filesOfUpload(folder, id)).not.toEqual([])
  await goOn()
  const isClaimed = async () =>
    (await db.selectFrom('media').select('id').where('claim', 'is not', null).execute()).length > 0
  await expect.poll(isClaimed, { interval: 2 }).toBe(true)
  await running.kill()
  running = await start()
  await expect.poll(() => readWidth('2048.avif'), { interval: 200 }).toBe(1400)
  expect(await readWidth('2048.webp')).toBe(1400)
  await expect.poll(() => filesOfUpload(folder, id)).toEqual([])
  expect(await selectParts()).toEqual([])
  await running.stop()
  expect(await db.selectFrom('media').select('id').execute()).toHaveLength(1)
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(SECRET)
})
