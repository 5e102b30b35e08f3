import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { commentsCounted } from '../../../test/counted.ts'
import { rowsRead, timesRead } from '../../../test/plan.ts'
import { aPost } from '../../../test/posts.ts'
import { aCrowd, aMember } from '../../../test/spots.ts'
import { blockedOf, viewerId } from '../blocks/index.ts'
import { hiddenComments, hiddenLikes, hiddenCounts } from './index.ts'

const CROWD = 1_500
const HALF = CROWD / 2

let it: TestApp
let viewer: string
let crowd: string[]
let post_id: string

// A viral item: everybody likes it and comments on it, and the second half answers the first, one each.
beforeAll(async () => {
  it = await testApp()
  viewer = await aMember(it.db, 'viewer')
  post_id = await aPost(it.db, await aMember(it.db, 'author'))
  crowd = Array.from({ length: CROWD }, () => uuid())
  await aCrowd(it.db, crowd, (n) => `crowd${n}`)
  await sql`insert into likes (id, post_id, user_id)
    select gen_random_uuid(), ${post_id}::uuid, id from unnest(${crowd}::uuid[]) person (id)`.execute(it.db)
  const ids = crowd.map(() => uuid())
  await sql`insert into comments (id, post_id, user_id, content, parent_comment_id)
    select said.id, ${post_id}::uuid, said.by, 'so good', (${ids}::uuid[])[n - ${HALF}::int]
    from unnest(${ids}::uuid[], ${crowd}::uuid[]) with ordinality said (id, by, n) order by n`.execute(it.db)
  await vi.waitFor(async () => {
    await commentsCounted(it.db)
    const item = await it.db.selectFrom('post_media').selectAll().executeTakeFirst()
    if (item?.like_count !== CROWD || item.comment_count !== CROWD) throw new Error('not yet counted')
  }, 10_000)
  await sql`analyze likes, comments, post_media`.execute(it.db)
})
afterAll(() => it.close())
beforeEach(() => it.db.deleteFrom('blocks').execute())

const block = (people: readonly string[], by: 'viewer' | 'them' = 'viewer') =>
  it.db
    .insertInto('blocks')
    .values(
      people.map((other) =>
        by === 'viewer'
          ? { blocker_id: viewer, blocked_id: other }
          : { blocker_id: other, blocked_id: viewer },
      ),
    )
    .execute()

const counting = (count: RawBuilder<number>) =>
  sql`select ${count}::int as count from post_media pm where pm.post_id = ${post_id}`

const countOf = async (count: RawBuilder<number>) => {
  const { rows } = await sql<{ count: number }>`${counting(count)}`.execute(it.db)
  return rows[0]?.count
}

const rowsOf = (table: string, count: RawBuilder<number>) => rowsRead(it.db, counting(count), table)

const likes = () => hiddenLikes(viewerId(viewer), 'pm')
const comments = () => hiddenComments(viewerId(viewer), 'pm')

test('a block takes its likes and comments from a viral item, and looks at no others', async () => {
  await block(crowd.slice(10, 12))
  await block(crowd.slice(12, 13), 'them')
  expect(await countOf(likes())).toBe(3)
  expect(await countOf(comments())).toBe(6)
  expect(await rowsOf('likes', likes())).toBeLessThanOrEqual(10)
  expect(await rowsOf('comments', comments())).toBeLessThanOrEqual(20)
})

test('an answer to somebody across a block goes with their comment, once', async () => {
  await block([crowd[0], crowd[HALF]].filter((id) => id !== undefined))
  expect(await countOf(comments())).toBe(2)
  await block([crowd[1]].filter((id) => id !== undefined))
  expect(await countOf(likes())).toBe(3)
  expect(await countOf(comments())).toBe(4)
})

test('more blocks than likes: the same counts', async () => {
  const strangers = Array.from({ length: 20 }, () => uuid())
  await aCrowd(it.db, strangers, (n) => `stranger${n}`)
  await block([...strangers, ...crowd])
  expect(await countOf(likes())).toBe(CROWD)
  expect(await countOf(comments())).toBe(CROWD)
})

// The same for a page of posts: one look for each person, not for each person and item.
const page = hiddenCounts(sql`(select ids from across)::uuid[]`, sql`array(select id from posts)`)
const ofPage = () => sql<{ likes: number; comments: number }>`
  with across as materialized (select ${blockedOf(viewerId(viewer))} as ids), ${page.parts}
  select ${page.likes('pm')}::int as likes, ${page.comments('pm')}::int as comments
  from post_media pm order by pm.post_id, pm.media_index`

test('a page takes from its items what each of them alone does, and looks once for a person', async () => {
  const author = await aMember(it.db, 'other')
  const posts = await Promise.all(Array.from({ length: 8 }, () => aPost(it.db, author)))
  await sql`insert into likes (id, post_id, user_id)
    select gen_random_uuid(), post_id, id
    from unnest(${posts}::uuid[]) post_id, unnest(${crowd.slice(0, 100)}::uuid[]) person (id)`.execute(it.db)
  await sql`analyze likes`.execute(it.db)
  await block([...crowd.slice(2, 40), ...crowd.slice(HALF, HALF + 2)])
  const { rows } = await ofPage().execute(it.db)
  const alone = await sql<{ likes: number; comments: number }>`
    select ${likes()}::int as likes, ${comments()}::int as comments
    from post_media pm order by pm.post_id, pm.media_index`.execute(it.db)
  expect(rows).toEqual(alone.rows)
  expect(rows.map((row) => row.likes).toSorted((a, b) => a - b)).toEqual([...posts.map(() => 38), 40])
  expect(await timesRead(it.db, ofPage(), 'likes')).toBe(40)
  expect(await rowsRead(it.db, ofPage(), 'likes')).toBe(38 * posts.length + 40)
  await it.db.deleteFrom('posts').where('id', 'in', posts).execute()
  await commentsCounted(it.db)
})

test('nobody blocked: no like and no comment is looked at', async () => {
  expect(await countOf(likes())).toBe(0)
  expect(await rowsOf('likes', likes())).toBe(0)
  expect(await rowsOf('comments', comments())).toBe(0)
})
