import { expect, onTestFinished, test } from 'vitest'
import { actor } from '../actors/actor.ts'
import { SECRET, testApp } from '../world/app.ts'
import { phonePhoto } from '../makers/media-files.ts'
import { testS3 } from '../services/s3.ts'
import { CHUNK, metadata } from '../actors/uploads.ts'
import { server } from './server.ts'

test('a server with a bucket, a mail server, and a secret needs no folder', async () => {
  const s3 = await testS3()
  const app = await testApp()
  onTestFinished(async () => {
    await app.close()
    await s3.close()
  })
  const ada = await actor(app, 'ada')
  await app.jobs.stop()
  const running = await server({
    ...s3.env,
    SECRET,
    DATABASE_URL: app.databaseUrl,
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://127.0.0.1:9',
    DATA_DIR: '/proc/none',
  })
  await running.ready()
  expect(running.output.out).toContain(`media  bucket ${s3.settings.bucket} at`)
  const photo = await phonePhoto({ width: 640, height: 480 })
  const begun = await fetch(`${running.url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...CHUNK,
      ...ada.bearer,
      'upload-length': String(photo.length),
      'upload-metadata': metadata('image/jpeg', 'x.jpg'),
    },
    body: new Uint8Array(photo),
  })
  expect(begun.status).toBe(201)
  const id = begun.headers.get('location')?.split('/').at(-1) ?? ''
  const media = async () =>
    (await (await fetch(`${running.url}/api/media/${id}`, { headers: ada.bearer })).json()) as {
      status: string
    }
  await expect.poll(media, { interval: 100 }).toMatchObject({ status: 'ready' })
  const health = await fetch(`${running.url}/api/health/ready`)
  expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })])
  expect(await running.stop()).toBe(0)
  expect(running.output.err).toBe('')
})
