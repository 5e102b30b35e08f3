import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { rowsRead } from '../../../test/plans/plan.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { viewerId } from '../blocks/index.ts'
import { joinCounts } from './person-counts.queries.ts'
import { queryPeople, type PersonCursor, selectPeopleOf } from './people-lists.queries.ts'

const FANS = 2_600

let database: TestDatabase
let star: string
let viewer: string
let fans: string[]

// A star with many followers. 40 of them have three mutual friends with the viewer, 20 have two, and 2,300 have one.
beforeAll(async () => {
  database = await testDatabase()
  star = await aMember(database.db, 'star')
  viewer = await aMember(database.db, 'viewer')
  const friends = [
    await aMember(database.db, 'ann'),
    await aMember(database.db, 'bob'),
    await aMember(database.db, 'cat'),
  ]
  fans = Array.from({ length: FANS }, () => uuid())
  const strangers = Array.from({ length: 15_000 }, () => uuid())
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into users (id, name, email, email_verified, username, display_username)
      select id, 'fan' || n, 'fan' || n || '@nollie.example', true, 'fan' || n, 'fan' || n
      from unnest(${[...fans, ...strangers]}::uuid[]) with ordinality person (id, n)`.execute(tx)
    await sql`insert into profiles (user_id, username, full_name)
      select id, username, left(md5(username), 3) || username from users where username like 'fan%'`.execute(
      tx,
    )
  })
  const follow = (followers: readonly string[], followed: readonly string[]) =>
    sql`insert into follows (id, follower_id, following_id) select gen_random_uuid(), a, b
      from unnest(${followers}::uuid[]) a cross join unnest(${followed}::uuid[]) b`.execute(database.db)
  await follow(fans, [star])
  await follow([viewer], friends)
  for (const [friend, share] of [
    [0, 2_360],
    [1, 60],
    [2, 40],
  ] as const)
    await follow(friends.slice(friend, friend + 1), fans.slice(0, share))
  await sql`vacuum analyze follows, profiles`.execute(database.db)
})
afterAll(() => database.close())

function list() {
  return { user_id: star, kind: 'followers' as const }
}

function page(after: PersonCursor | null, limit = 31) {
  return rowsRead(database.db, queryPeople(viewer, list(), { after, limit }), 'profiles')
}

test('the pages list every follower once, most mutual friends first, then by name', async () => {
  const seen: PersonCursor[] = []
  for (let after: PersonCursor | null = null; ; after = seen.at(-1) ?? null) {
    const found = await selectPeopleOf(database.db, viewer, list(), { after, limit: 97 })
    seen.push(...found.map(({ cursor }) => cursor))
    if (found.length < 97) break
  }
  const { rows } = await sql<PersonCursor>`
    select coalesce(reach.mutual, 0) as mutual, p.sort_name as name, p.user_id
    from follows f join profiles p on p.user_id = f.follower_id
    left join (
      select theirs.following_id as user_id, count(*)::int as mutual
      from follows mine join follows theirs on theirs.follower_id = mine.following_id
      where mine.follower_id = ${viewer} group by 1
    ) reach on reach.user_id = p.user_id
    where f.following_id = ${star} order by 1 desc, 2, 3`.execute(database.db)
  expect(seen).toEqual(rows)
  expect(seen).toHaveLength(FANS)
})

test('a page only looks up the people in its levels, no matter how many have mutual friends', async () => {
  expect(await page(null)).toBeLessThan(400)
  const [last] = (await selectPeopleOf(database.db, viewer, list(), { after: null, limit: 60 })).slice(-1)
  expect(await page(last?.cursor ?? null)).toBeLessThan(400)
  const [deep] = (await selectPeopleOf(database.db, viewer, list(), { after: null, limit: 1_200 })).slice(-1)
  expect(await page(deep?.cursor ?? null)).toBeLessThan(400)
})

test('reads the follower count without reading the followers, even across a block', async () => {
  await database.db
    .insertInto('blocks')
    .values({ blocker_id: viewer, blocked_id: fans[5] ?? '' })
    .execute()
  const counts = sql`select counts.* from (select ${star}::uuid as user_id) who
    ${joinCounts(viewerId(viewer), 'who.user_id')}`
  expect((await counts.execute(database.db)).rows).toMatchObject([{ followers_count: FANS - 1 }])
  expect(await rowsRead(database.db, counts, 'follows')).toBeLessThan(10)
})
