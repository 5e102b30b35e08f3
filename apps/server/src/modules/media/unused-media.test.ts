import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { keysIn } from '../../../test/world/stored-keys.ts'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { phonePhoto } from '../../../test/makers/media-files.ts'
import { people } from '../../../test/actors/people.ts'
import { getUploadId, uploader } from '../../../test/actors/uploads.ts'
import { attachMedia, openMedia } from './index.ts'
import { newKey } from './file-keys.ts'
import { storePart, uploadKey } from './resume-upload.store.ts'

let photo: Buffer
beforeAll(async () => {
  photo = await phonePhoto({ width: 640, height: 480 })
})

function keysOnDisk(on: TestApp) {
  return readdirSync(join(on.dataDir, 'media')).flatMap((shard) =>
    readdirSync(join(on.dataDir, 'media', shard)),
  )
}

test('R18 items without a post are marked and, after a wait, deleted with their files; items of posts stay', async () => {
  // The app's own garbage collector won't run for hours, so only this test's rounds mark and delete media.
  const tidy = await testApp()
  onTestFinished(tidy.close)
  const { fay } = await people(tidy, 'fay')
  const fays = uploader(tidy, fay)
  const made = async () => {
    const { id } = await fays.upload(photo)
    return fays.settled(id)
  }
  const [posts, late, lost] = [await made(), await made(), await made()]
  const posted = async (id: string) => {
    await tidy.db.transaction().execute(async (tx) => {
      const post_id = uuid()
      await attachMedia(tx, fay.user_id, [id])
      await tx
        .insertInto('posts')
        .values({
          id: post_id,
          user_id: fay.user_id,
          spot_id: null,
          kind: 'media',
          title: 'x',
          content: null,
        })
        .execute()
      await tx.insertInto('post_media').values({ post_id, media_index: 0, media_id: id }).execute()
    })
  }
  await posted(posts.id)
  const sweep = async () => {
    const again = await openMedia({
      db: tidy.db,
      log: tidy.app.log,
      storage: tidy.storage,
      videoEncoder: null,
      figures: { abandonedAfter: 0, unwantedFor: 1, orphansEvery: 0 },
    })
    onTestFinished(() => again.close())
    return again.sweep
  }
  const round = await sweep()
  await round()
  expect(
    await tidy.db.selectFrom('media').select('id').where('unwanted_since', 'is not', null).execute(),
  ).toHaveLength(2)
  await posted(late.id)
  const orphan = newKey()
  mkdirSync(join(tidy.dataDir, 'media', orphan.slice(0, 2), orphan), { recursive: true })
  writeFileSync(join(tidy.dataDir, 'media', orphan.slice(0, 2), orphan, '400.webp'), 'x')
  await round()
  expect(keysOnDisk(tidy)).toContain(orphan)
  await sleep(1_200)
  await round()
  const left = await tidy.db.selectFrom('media').select('id').orderBy('id').execute()
  expect(left.map(({ id }) => id)).toEqual([posts.id, late.id].sort())
  expect(keysOnDisk(tidy).sort()).toEqual([posts, late].map(({ base }) => String(base?.split('/')[2])).sort())
  expect((await fays.status(lost.id)) as unknown).toMatchObject({ code: 'MEDIA_NOT_FOUND' })
  // Deleting a post releases its files, too.
  await tidy.db
    .deleteFrom('posts')
    .where('id', 'in', (eb) => eb.selectFrom('post_media').select('post_id').where('media_id', '=', late.id))
    .execute()
  await round()
  await sleep(1_200)
  await round()
  expect(keysOnDisk(tidy)).toEqual([posts.base?.split('/')[2]])
})

test('R1 deletes abandoned uploads and files without a row, and processes complete uploads', async () => {
  const quick = await testApp()
  onTestFinished(quick.close)
  const gils = uploader(quick, (await people(quick, 'gil')).gil)
  for (let i = 0; i < 20; i += 1) {
    const begun = await gils.begin(photo.length)
    await gils.send(getUploadId(begun), 0, photo.subarray(0, 100))
  }
  await quick.db.updateTable('media').set({ created_at: sql`now() - interval '2 hours'` }).execute()
  const begun = await gils.begin(photo.length)
  const whole = getUploadId(begun)
  // The server died between the last byte and the content check.
  await storePart({ db: quick.db, uploads: quick.storage.area('uploads') }, whole, 0, photo)
  await quick.storage.area('uploads').put(`${uploadKey(uuid())}/0-stray`, Buffer.from('x'))
  const again = await openMedia({
    db: quick.db,
    log: quick.app.log,
    storage: quick.storage,
    videoEncoder: null,
    figures: { abandonedAfter: 3600, unwantedFor: 0, orphansEvery: 0 },
  })
  onTestFinished(() => again.close())
  await again.sweep()
  await again.sweep()
  expect((await gils.settled(whole)).status).toBe('ready')
  // The upload is deleted shortly after its item is ready.
  const keys = () => keysIn(quick.storage.area('uploads'))
  await expect.poll(keys).toEqual([])
  expect(await quick.db.selectFrom('upload_parts').selectAll().execute()).toEqual([])
  expect(await quick.db.selectFrom('media').select('id').execute()).toEqual([{ id: whole }])
})
