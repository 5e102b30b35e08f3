import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { phonePhoto } from '../../../test/media-files.ts'
import { people } from '../../../test/people.ts'
import { aSpot } from '../../../test/spots.ts'
import { uploader } from '../../../test/uploads.ts'

type Spot = { id: string }
type Post = { id: string; media: { media: { url: string } }[] }

test('G-22 files of a deleted item leave the disk after the commit, those of the other item do not', async () => {
  const own = await testApp({ media: { unwantedFor: 0, sweepEvery: 1 } })
  onTestFinished(own.close)
  const { zoe } = await people(own, 'zoe')
  const photo = await phonePhoto({ width: 640, height: 480 })
  const uploads = uploader(own, zoe)
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await uploads.media(photo)).id)
  const ask = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
    own.app.inject({
      method,
      url,
      headers: { ...zoe.bearer, 'idempotency-key': randomUUID() },
      ...(payload && { payload }),
    })
  const spot = (await ask('POST', '/api/spots', aSpot({ media_ids: [ids[0]!] }))).json<Spot>()
  const post = (await ask('POST', '/api/posts', { spot_id: spot.id, media_ids: ids.slice(1) })).json<Post>()
  const file = (index: number) => own.app.inject({ url: post.media[index]!.media.url, headers: zoe.bearer })
  expect((await file(0)).statusCode).toBe(200)
  expect((await ask('DELETE', `/api/posts/${post.id}/media/0`)).statusCode).toBe(200)
  expect((await file(0)).statusCode).toBe(404)
  const left = () =>
    readdirSync(join(own.dataDir, 'media')).flatMap((shard) => readdirSync(join(own.dataDir, 'media', shard)))
  await vi.waitFor(() => expect(left()).toHaveLength(2), { timeout: 15_000, interval: 300 })
  expect((await file(1)).statusCode).toBe(200)
}, 60_000)

test('F1 deletions are limited per person: the 61st within half an hour waits', async () => {
  const own = await testApp({ rates: {} })
  onTestFinished(own.close)
  const { kim } = await people(own, 'kim')
  const gone = () =>
    own.app.inject({ method: 'DELETE', url: `/api/posts/${randomUUID()}`, headers: kim.bearer })
  for (let n = 0; n < 60; n += 1) expect((await gone()).statusCode).toBe(404)
  const refused = await gone()
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
}, 60_000)
