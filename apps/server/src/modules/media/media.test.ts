import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { phonePhoto } from '../../../test/makers/media-files.ts'
import { people, type TestPerson } from '../../../test/actors/people.ts'
import { getCode, getUploadId, uploader } from '../../../test/actors/uploads.ts'
import { attachMedia, mediaJson, toMedia } from './index.ts'
import { newKey } from './file-keys.ts'
import { findMedia } from './media.queries.ts'

let app: TestApp
let ada: TestPerson
let ben: TestPerson
let her: ReturnType<typeof uploader>
let photo: Buffer
beforeAll(async () => {
  app = await testApp()
  ;({ ada, ben } = await people(app, 'ada', 'ben'))
  her = uploader(app, ada)
  photo = await phonePhoto({ width: 640, height: 480 })
})
afterAll(() => app.close())

async function item(by: TestPerson) {
  const { id } = await uploader(app, by).media(photo)
  return id
}

function attach(by: TestPerson, ...ids: string[]) {
  return app.db.transaction().execute((tx) => attachMedia(tx, by.user_id, ids))
}

test('A6 only its owner can use an item, and only once: of two concurrent uses, one succeeds', async () => {
  const [first, second, third] = [await item(ada), await item(ada), await item(ada)]
  await expect(attach(ben, first)).rejects.toMatchObject({ code: 'MEDIA_NOT_FOUND' })
  await expect(attach(ada, first, uuid())).rejects.toMatchObject({ code: 'MEDIA_NOT_FOUND' })
  const rows = await attach(ada, second, first)
  expect(rows.map((row) => row.id)).toEqual([second, first])
  await expect(attach(ada, first)).rejects.toMatchObject({ code: 'MEDIA_TAKEN' })
  expect(getCode(await her.remove(first))).toBe('MEDIA_TAKEN')
  const race = await Promise.allSettled(Array.from({ length: 8 }, () => attach(ada, third)))
  expect(race.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  for (const one of race)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'MEDIA_TAKEN' })
})

test('a photo must be ready, a video can be in progress, a failed file is refused', async () => {
  const row = async (values: { type: 'image' | 'video'; status: 'processing' | 'failed' }) => {
    const id = uuid()
    const failure = values.status === 'failed' ? 'It is damaged.' : null
    await app.db
      .insertInto('media')
      .values({ id, owner_id: ada.user_id, key: newKey(), bytes: 9, failure, ...values })
      .execute()
    return id
  }
  await expect(attach(ada, await row({ type: 'image', status: 'processing' }))).rejects.toMatchObject({
    code: 'MEDIA_NOT_READY',
  })
  await expect(attach(ada, await row({ type: 'video', status: 'failed' }))).rejects.toMatchObject({
    code: 'UNPROCESSABLE',
    message: 'It is damaged.',
  })
  expect(await attach(ada, await row({ type: 'video', status: 'processing' }))).toHaveLength(1)
  const begun = await her.begin(1000)
  await expect(attach(ada, getUploadId(begun))).rejects.toMatchObject({ code: 'MEDIA_NOT_READY' })
  expect(await attach(ada)).toEqual([])
})

test('SQL and the mapper return the same for every kind of row', async () => {
  const facts = { width: 640, height: 360, thumbhash: 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==' }
  const video = { owner_id: ada.user_id, type: 'video' as const, bytes: 9, ...facts }
  await app.db
    .insertInto('media')
    .values([
      { id: uuid(), key: newKey(), status: 'ready', duration: 2.021, ...video },
      { id: uuid(), key: newKey(), status: 'processing', ...video },
    ])
    .execute()
  // Uses one transaction, because the server would otherwise process queued items in between.
  const [rows, mapped] = await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const found = await tx.selectFrom('media').select('id').select(mediaJson('media').as('media')).execute()
      const one = []
      for (const { id } of found) one.push(toMedia((await findMedia(tx, id))!))
      return [found.map(({ media }) => media), one] as const
    })
  expect(new Set(rows.map(({ status }) => status)).size).toBe(4)
  expect(rows).toEqual(mapped)
})
