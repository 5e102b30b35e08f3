import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { TestApp } from '../../../../test/world/app.ts'
import { commentsCounted } from '../../../../test/world/wait-for-counts.ts'
import { rowsRead, timesRead } from '../../../../test/plans/plan.ts'
import { aPost } from '../../../../test/makers/posts.ts'
import { aCrowd, aMember } from '../../../../test/makers/spots.ts'
import { selectBlockedIds, viewerId } from '../../blocks/index.ts'
import { hiddenComments, hiddenLikes, hiddenCounts } from '../index.ts'
import { test } from '../../../../test/world/fixtures.ts'
import { until } from '../../../../test/world/until.ts'

const CROWD = 1_500
const HALF = CROWD / 2

let viewer: string
let crowd: string[]
let post_id: string

// A viral item: everyone likes it and comments on it. Each person in the second half replies to one in the first.
test.beforeAll(async ({ app }) => {
  viewer = await aMember(app.db, 'viewer')
  post_id = await aPost(app.db, await aMember(app.db, 'author'))
  crowd = Array.from({ length: CROWD }, () => uuid())
  await aCrowd(app.db, crowd, (n) => `crowd${n}`)
  await sql`insert into likes (id, post_id, user_id)
    select gen_random_uuid(), ${post_id}::uuid, id from unnest(${crowd}::uuid[]) person (id)`.execute(app.db)
  const ids = crowd.map(() => uuid())
  await sql`insert into comments (id, post_id, user_id, content, parent_comment_id)
    select comment.id, ${post_id}::uuid, comment.by, 'so good', (${ids}::uuid[])[n - ${HALF}::int]
    from unnest(${ids}::uuid[], ${crowd}::uuid[]) with ordinality comment (id, by, n) order by n`.execute(
    app.db,
  )
  await until(async () => {
    await commentsCounted(app.db)
    const item = await app.db.selectFrom('post_media').selectAll().executeTakeFirst()
    if (item?.like_count !== CROWD || item.comment_count !== CROWD) throw new Error('not yet counted')
  })
  await sql`analyze likes, comments, post_media`.execute(app.db)
})

test.beforeEach(({ app }) => app.db.deleteFrom('blocks').execute())

function block(app: TestApp, people: readonly string[], by: 'viewer' | 'them' = 'viewer') {
  return app.db
    .insertInto('blocks')
    .values(
      people.map((other) =>
        by === 'viewer'
          ? { blocker_id: viewer, blocked_id: other }
          : { blocker_id: other, blocked_id: viewer },
      ),
    )
    .execute()
}

function counting(count: RawBuilder<number>) {
  return sql`select ${count}::int as count from post_media pm where pm.post_id = ${post_id}`
}

async function runCount(app: TestApp, count: RawBuilder<number>) {
  const { rows } = await sql<{ count: number }>`${counting(count)}`.execute(app.db)
  return rows[0]?.count
}

function countRowsRead(app: TestApp, table: string, count: RawBuilder<number>) {
  return rowsRead(app.db, counting(count), table)
}

function likes() {
  return hiddenLikes(viewerId(viewer), 'pm')
}

function comments() {
  return hiddenComments(viewerId(viewer), 'pm')
}

test('a block subtracts the person’s likes and comments from a viral item, and reads no others', async ({
  app,
}) => {
  await block(app, crowd.slice(10, 12))
  await block(app, crowd.slice(12, 13), 'them')
  expect(await runCount(app, likes())).toBe(3)
  expect(await runCount(app, comments())).toBe(6)
  expect(await countRowsRead(app, 'likes', likes())).toBeLessThanOrEqual(10)
  expect(await countRowsRead(app, 'comments', comments())).toBeLessThanOrEqual(20)
})

test('subtracts a reply to a person across a block together with their comment, once', async ({ app }) => {
  await block(
    app,
    [crowd[0], crowd[HALF]].filter((id) => id !== undefined),
  )
  expect(await runCount(app, comments())).toBe(2)
  await block(
    app,
    [crowd[1]].filter((id) => id !== undefined),
  )
  expect(await runCount(app, likes())).toBe(3)
  expect(await runCount(app, comments())).toBe(4)
})

test('counts are the same if there are more blocks than likes', async ({ app }) => {
  const strangers = Array.from({ length: 20 }, () => uuid())
  await aCrowd(app.db, strangers, (n) => `stranger${n}`)
  await block(app, [...strangers, ...crowd])
  expect(await runCount(app, likes())).toBe(CROWD)
  expect(await runCount(app, comments())).toBe(CROWD)
})

// The same counts for a page of posts, with one scan per person rather than per person and item.
const page = hiddenCounts(sql`array(select id from posts)`)

function ofPage() {
  return sql<{ likes: number; comments: number }>`
  with across as materialized (select ${selectBlockedIds(viewerId(viewer))} as ids), ${page.parts}
  select ${page.likes('pm')}::int as likes, ${page.comments('pm')}::int as comments
  from post_media pm order by pm.post_id, pm.media_index`
}

test('a page subtracts the same number as each item alone, with one scan per person', async ({ app }) => {
  const author = await aMember(app.db, 'other')
  const posts = await Promise.all(Array.from({ length: 8 }, () => aPost(app.db, author)))
  await sql`insert into likes (id, post_id, user_id)
    select gen_random_uuid(), post_id, id
    from unnest(${posts}::uuid[]) post_id, unnest(${crowd.slice(0, 100)}::uuid[]) person (id)`.execute(app.db)
  await sql`analyze likes`.execute(app.db)
  await block(app, [...crowd.slice(2, 40), ...crowd.slice(HALF, HALF + 2)])
  const { rows } = await ofPage().execute(app.db)
  const alone = await sql<{ likes: number; comments: number }>`
    select ${likes()}::int as likes, ${comments()}::int as comments
    from post_media pm order by pm.post_id, pm.media_index`.execute(app.db)
  expect(rows).toEqual(alone.rows)
  expect(rows.map((row) => row.likes).toSorted((a, b) => a - b)).toEqual([...posts.map(() => 38), 40])
  expect(await timesRead(app.db, ofPage(), 'likes')).toBe(40)
  expect(await rowsRead(app.db, ofPage(), 'likes')).toBe(38 * posts.length + 40)
  await app.db.deleteFrom('posts').where('id', 'in', posts).execute()
  await commentsCounted(app.db)
})

test('if there are no blocks, no likes or comments are read', async ({ app }) => {
  expect(await runCount(app, likes())).toBe(0)
  expect(await countRowsRead(app, 'likes', likes())).toBe(0)
  expect(await countRowsRead(app, 'comments', comments())).toBe(0)
})
