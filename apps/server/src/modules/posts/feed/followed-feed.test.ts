import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/world/database.ts'
import { aCrowd, aMember } from '../../../../test/makers/spots.ts'
import { fanOutPosts } from '../../follows/index.ts'
import { countFollowedNewer, selectFollowed } from './followed-feed.queries.ts'
import { FEED_TOP } from './feed.queries.ts'

const AUTHORS = 330

let database: TestDatabase
let viewer: string
let authors: string[]
beforeAll(async () => {
  database = await testDatabase()
  viewer = await aMember(database.db, 'viewer')
  authors = Array.from({ length: AUTHORS }, () => uuid())
  await aCrowd(database.db, authors, (n) => `author${n}`)
  await posts(1_150)
  await sql`insert into follows (id, follower_id, following_id)
    select gen_random_uuid(), ${viewer}, id from unnest(${authors.slice(0, 310)}::uuid[]) id`.execute(
    database.db,
  )
})
afterAll(() => database.close())

/** Creates posts by random authors at random times in the past month, some at the same time. */
function posts(count: number, of: readonly string[] = authors) {
  return sql`with made as (
      insert into posts (id, user_id, kind, title, created_at)
      select gen_random_uuid(), (${of}::uuid[])[1 + floor(random() * ${of.length})::int], 'text', 'Words',
        now() - make_interval(mins => floor(random() * 40000)::int)
      from generate_series(1, ${count}::int) returning id
    ) insert into post_media (post_id, media_index) select id, 0 from made`.execute(database.db)
}

async function throughPages(): Promise<string[]> {
  const ids: string[] = []
  for (let after = FEED_TOP, more = true; more; ) {
    const page = await selectFollowed(database.db, viewer, after)
    ids.push(...page.map(({ id }) => id))
    const last = page.at(-1)
    more = last?.more ?? false
    if (last) after = last
  }
  return ids
}

/** Reads all posts by followed people with the simplest possible query. */
async function fullMerge(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from posts p join profiles who using (user_id)
    where p.user_id in (select following_id from follows where follower_id = ${viewer})
      and p.hidden_at is null and who.suspended_at is null
      and p.user_id not in (select blocked_id from blocks where blocker_id = ${viewer})
      and p.user_id not in (select blocker_id from blocks where blocked_id = ${viewer})
      and p.user_id not in (select muted_id from mutes where muter_id = ${viewer})
    order by p.created_at desc, p.id desc`.execute(database.db)
  return rows.map(({ id }) => id)
}

let state = 20_261_128

function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

function any<T>(list: readonly T[]): T {
  return list[random(list.length)] as T
}

/** Returns this many consecutive posts from somewhere in the timeline. */
function somePosts(count: number) {
  return sql`(select id from posts order by created_at, title offset ${random(1_000)} limit ${count})`
}

async function timeline() {
  const { rows } = await sql<{ rows: number; entries: number; whole: boolean }>`
    select (select count(*) from timeline t where t.user_id = timelines.user_id) as rows, entries,
      floor_at = '-infinity' as whole from timelines where user_id = ${viewer}`.execute(database.db)
  return rows[0]
}

function setFollow(id: string, on: boolean) {
  return on
    ? sql`insert into follows (id, follower_id, following_id) values (${uuid()}, ${viewer}, ${id})
        on conflict do nothing`.execute(database.db)
    : sql`delete from follows where follower_id = ${viewer} and following_id = ${id}`.execute(database.db)
}

function block(a: string, b: string) {
  return sql`insert into blocks (blocker_id, blocked_id) values (${a}, ${b}) on conflict do nothing`.execute(
    database.db,
  )
}

// The database must refuse a follow if there's a block between the two people.
function unlessBlocked(work: Promise<unknown>) {
  return work.catch((error: { constraint?: string }) => {
    if (error.constraint !== 'follows_past_block') throw error
  })
}

const STEPS: (() => Promise<unknown>)[] = [
  () => unlessBlocked(setFollow(any(authors), true)),
  () => unlessBlocked(setFollow(any(authors), true)),
  () => setFollow(any(authors), false),
  () => posts(1),
  () => posts(5),
  () => posts(40, [any(authors)]),
  () => sql`delete from posts where id in ${somePosts(3)}`.execute(database.db),
  () =>
    sql`update posts set hidden_at = case when hidden_at is null then now() end
      where id in ${somePosts(10)}`.execute(database.db),
  () => block(viewer, any(authors)),
  () => block(any(authors), viewer),
  () => {
    const some = authors.filter(() => random(2) === 0)
    return sql`delete from blocks where blocker_id = any (${some}::uuid[]) or blocked_id = any (${some}::uuid[])`.execute(
      database.db,
    )
  },
  () =>
    sql`insert into mutes (muter_id, muted_id) values (${viewer}, ${any(authors)}) on conflict do nothing`.execute(
      database.db,
    ),
  () => {
    const some = authors.filter(() => random(2) === 0)
    return sql`delete from mutes where muted_id = any (${some}::uuid[])`.execute(database.db)
  },
  () =>
    sql`update profiles set suspended_at = case when suspended_at is null then now() end
      where user_id = ${any(authors)}`.execute(database.db),
  () => fanOutPosts(database.db),
  () => fanOutPosts(database.db),
  () =>
    sql`select nollie_trim_timeline(${viewer}) from timelines where user_id = ${viewer}`.execute(database.db),
]

test('FEED-03 G-26 a timeline has the same posts in the same order as the full merge, after any sequence of changes', async () => {
  expect(await timeline()).toMatchObject({ rows: 800, whole: false })
  expect(await throughPages()).toEqual(await fullMerge())
  for (let round = 0; round < 12; round += 1) {
    const steps = Array.from({ length: 12 }, () => any(STEPS))
    for (const step of steps) await step()
    expect(await throughPages(), `round ${round}`).toEqual(await fullMerge())
  }
})

test('concurrent posts, follows, and fan-outs lose nothing', async () => {
  for (let round = 0; round < 3; round += 1) {
    const work = Array.from({ length: 24 }, (_, i) =>
      i % 3 === 0
        ? posts(3)
        : i % 3 === 1
          ? unlessBlocked(setFollow(any(authors), i % 2 === 0))
          : fanOutPosts(database.db),
    )
    await Promise.all(work)
    expect(await throughPages()).toEqual(await fullMerge())
    await fanOutPosts(database.db)
    expect(await throughPages()).toEqual(await fullMerge())
  }
})

test('counts the same number of newer posts with and without a timeline', async () => {
  const ids = await fullMerge()
  for (const at of [0, 7, 60, ids.length - 1]) {
    const row = await database.db
      .selectFrom('posts')
      .select(['id', 'created_at'])
      .where('id', '=', ids[at] ?? '')
      .executeTakeFirstOrThrow()
    expect(await countFollowedNewer(database.db, viewer, row, 100)).toBe(Math.min(at, 100))
  }
})

test('deletes a timeline when no follows need it anymore, and recreates it', async () => {
  await sql`delete from blocks`.execute(database.db)
  const { rows } = await sql<{ count: number }>`select count(*) from follows`.execute(database.db)
  expect(rows[0]?.count).toBeGreaterThan(250)
  await sql`delete from follows where following_id in (
    select following_id from follows where follower_id = ${viewer} limit 120)`.execute(database.db)
  expect(await timeline()).toBeUndefined()
  expect(await throughPages()).toEqual(await fullMerge())
  for (const id of authors.slice(0, 305)) await setFollow(id, true)
  expect(await timeline()).toBeDefined()
  expect(await throughPages()).toEqual(await fullMerge())
})
