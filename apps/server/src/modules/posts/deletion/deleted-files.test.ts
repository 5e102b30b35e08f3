import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { actor } from '../../../../test/actors/actor.ts'
import { testApp } from '../../../../test/world/app.ts'
import { phonePhoto } from '../../../../test/makers/media-files.ts'
import { aSpot } from '../../../../test/makers/spots.ts'
import { uploader } from '../../../../test/actors/uploads.ts'
import { until } from '../../../../test/world/until.ts'

test('G-22 files of a deleted item are deleted after the commit, the other item’s files are not', async () => {
  const own = await testApp({ media: { unwantedFor: 0, sweepEvery: 1 } })
  onTestFinished(own.close)
  const zoe = await actor(own, 'zoe')
  const photo = await phonePhoto({ width: 640, height: 480 })
  const uploads = uploader(own, zoe)
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push((await uploads.media(photo)).id)
  const spot = await zoe.shareSpot(aSpot({ media_ids: [ids[0]!] }))
  const post = await zoe.addMedia({ spot_id: spot.id, media_ids: ids.slice(1) })
  const file = (index: number) => zoe.send('GET', String(post.media[index]!.media.url))
  expect((await file(0)).statusCode).toBe(200)
  await zoe.removePostMedia(post.id, 0)
  expect((await file(0)).statusCode).toBe(404)
  const left = () =>
    readdirSync(join(own.dataDir, 'media')).flatMap((shard) => readdirSync(join(own.dataDir, 'media', shard)))
  await until(() => expect(left()).toHaveLength(2), { interval: 300 })
  expect((await file(1)).statusCode).toBe(200)
})

test('F1 limits deletions per person: the 61st within half an hour waits', async () => {
  const own = await testApp({ rates: {} })
  onTestFinished(own.close)
  const kim = await actor(own, 'kim')
  const gone = () => kim.send('DELETE', `/api/posts/${randomUUID()}`)
  for (let n = 0; n < 60; n += 1) expect((await gone()).statusCode).toBe(404)
  const refused = await gone()
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})
