import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../test/database.ts'
import { aMember } from '../../../test/spots.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { migrations } from './index.ts'

test('DATA-20 FEED-03 people of older data get their numbers, and who follows many a timeline', async () => {
  const { url, close } = await emptyDatabase()
  const db = openDatabase(url, { max: 2 })
  onTestFinished(async () => {
    await db.destroy()
    await close()
  })
  await migrate(url, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '008')))
  const [ada, ben, gone] = [await aMember(db, 'ada'), await aMember(db, 'ben'), await aMember(db, 'gone')]
  await db.updateTable('profiles').set({ suspended_at: new Date() }).where('user_id', '=', gone).execute()
  await sql`insert into spots (id, name, latitude, longitude, created_by, deleted_at) values
    (gen_random_uuid(), 'Here', 1, 2, ${ben}, null), (gen_random_uuid(), 'Deleted', 1, 2, ${ben}, now())`.execute(
    db,
  )
  await sql`insert into posts (id, user_id, kind, title, hidden_at) values
    (gen_random_uuid(), ${ben}, 'text', 'Words', null), (gen_random_uuid(), ${ben}, 'text', 'More', null),
    (gen_random_uuid(), ${ben}, 'text', 'Hidden', now())`.execute(db)
  await sql`with crowd as (
      insert into users (id, name, email, username)
      select gen_random_uuid(), 'c' || n, 'c' || n || '@nollie.example', 'crowd' || n from generate_series(1, 300) n
      returning id
    ) insert into follows (id, follower_id, following_id) select gen_random_uuid(), ${ada}::uuid, id from crowd
      union all select gen_random_uuid(), ${ada}::uuid, ${ben}::uuid
      union all select gen_random_uuid(), ${gone}::uuid, ${ben}::uuid
      union all select gen_random_uuid(), ${ben}::uuid, ${gone}::uuid`.execute(db)
  await migrate(url)
  const counts = await db
    .selectFrom('person_counts')
    .selectAll()
    .where('user_id', 'in', [ada, ben])
    .orderBy('following_count')
    .execute()
  expect(counts).toEqual([
    { user_id: ben, spots_count: 1, posts_count: 2, followers_count: 1, following_count: 0 },
    { user_id: ada, spots_count: 0, posts_count: 0, followers_count: 0, following_count: 301 },
  ])
  expect(await db.selectFrom('timelines').select(['user_id', 'entries']).execute()).toEqual([
    { user_id: ada, entries: 3 },
  ])
})
