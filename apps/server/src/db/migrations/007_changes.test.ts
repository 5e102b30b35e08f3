import { onTestFinished, expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/database.ts'
import { aMediaItem, aMember } from '../../../test/spots.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { migrations } from './index.ts'

test('C-09 C-27 G-33 MEDIA-31 covers of older data get one post each, of the spot’s creator or else of the uploader', async () => {
  const { url, close } = await emptyDatabase()
  const db = openDatabase(url, { max: 2 })
  onTestFinished(async () => {
    await db.destroy()
    await close()
  })
  const before = Object.entries(migrations).filter(([name]) => name < '007')
  await migrate(url, Object.fromEntries(before))
  const [ada, ben] = [await aMember(db, 'ada'), await aMember(db, 'ben')]
  const spot = async (created_by: string | null, cover_media_id: string | null) => {
    const id = crypto.randomUUID()
    await db
      .insertInto('spots')
      .values({ id, name: 'Old', latitude: 1, longitude: 2, spot_types: null, created_by, cover_media_id })
      .execute()
    return id
  }
  const [hers, his, nobodys, posted] = await Promise.all([
    ...[ben, ben, ben, ada].map((owner) => aMediaItem(db, owner)),
  ])
  await db.updateTable('media').set({ owner_id: null }).where('id', '=', nobodys!).execute()
  const ofAda = await spot(ada, hers!)
  const imported = await spot(null, his!)
  const lost = await spot(null, nobodys!)
  const whole = await spot(ada, posted!)
  const bare = await spot(ada, null)
  const post_id = crypto.randomUUID()
  await db
    .insertInto('posts')
    .values({ id: post_id, user_id: ada, spot_id: whole, kind: 'spot', title: 'Old', content: null })
    .execute()
  await db.insertInto('post_media').values({ post_id, media_index: 0, media_id: posted! }).execute()

  await migrate(url)
  expect(await migrate(url)).toEqual([])
  const posts = await db
    .selectFrom('posts')
    .innerJoin('post_media', 'post_media.post_id', 'posts.id')
    .select(['spot_id', 'user_id', 'kind', 'title', 'media_id', 'media_index'])
    .execute()
  const made = (spot_id: string, user_id: string, media_id: string | undefined) => ({
    ...{ spot_id, user_id, media_id, media_index: 0 },
    ...{ kind: 'on_demand', title: `Media for ${spot_id}` },
  })
  expect(posts).toHaveLength(3)
  expect(posts).toEqual(
    expect.arrayContaining([
      made(ofAda, ada, hers),
      made(imported, ben, his),
      expect.objectContaining({ spot_id: whole, kind: 'spot' }),
    ]),
  )
  const covers = await db.selectFrom('spots').select(['id', 'cover_media_id']).execute()
  expect(Object.fromEntries(covers.map((row) => [row.id, row.cover_media_id]))).toEqual({
    ...{ [ofAda]: hers, [imported]: his, [lost]: null, [whole]: posted, [bare]: null },
  })
})
