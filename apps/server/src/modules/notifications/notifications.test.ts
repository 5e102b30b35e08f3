import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { commentsCounted } from '../../../test/counted.ts'
import type { Tx } from '../../db/open.ts'
import { doings } from '../../../test/news.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'
import { aCrowd, aMember } from '../../../test/spots.ts'
import { notify } from './index.ts'
import { countUnread, markRead, selectNews } from './notifications.queries.ts'
import { readAll } from './notifications.service.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
let act: ReturnType<typeof doings>
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
  act = doings(it)
})
beforeEach(async () => {
  await it.db.deleteFrom('notifications').execute()
  await it.db.deleteFrom('notification_mutes').execute()
  await it.db.deleteFrom('follows').execute()
  await it.db.deleteFrom('blocks').execute()
})
afterAll(() => it.close())

const followNews = (from: TestPerson, to: TestPerson) =>
  it.db.transaction().execute(async (tx) => {
    const row = { id: crypto.randomUUID(), follower_id: from.user_id, following_id: to.user_id }
    if (from !== to)
      await tx
        .insertInto('follows')
        .values(row)
        .onConflict((known) => known.doNothing())
        .execute()
    return notify(tx, {
      type: 'follow',
      from_user_id: from.user_id,
      user_ids: [to.user_id],
      target_id: to.user_id,
    })
  })

test('NOTIF-05 NOTIF-09 DATA-13 a like is told to the owner of the post and leads to its item', async () => {
  const spot_id = await aSpotRow(it.db, cleo.user_id, 'Forum')
  const post = await aPost(it.db, ada.user_id, { spot_id, title: 'Line' })
  await act.like(ben, post)
  expect(await act.rowsOf(ada)).toMatchObject([
    { type: 'like', user_id: ada.user_id, from_user_id: ben.user_id, post_id: post, read_at: null },
  ])
  expect(await act.news(ada)).toEqual([
    {
      id: expect.any(String),
      user_id: ada.user_id,
      type: 'like',
      from_user_id: ben.user_id,
      actors: [{ user_id: ben.user_id, username: 'ben', full_name: null, avatar_url: null }],
      actors_count: 1,
      post_id: post,
      media_index: 0,
      post: {
        user_id: ada.user_id,
        title: 'Line',
        media: expect.objectContaining({ type: 'image' }),
        spot: { id: spot_id, name: 'Forum' },
      },
      following: null,
      discussion: null,
      comment: null,
      spot: null,
      report: null,
      thread_id: null,
      created_at: expect.stringMatching(/Z$/),
      read_at: null,
    },
  ])
  expect([await act.rowsOf(ben), await act.rowsOf(cleo)]).toEqual([[], []])
})

test('NOTIF-06 API-61 a comment is told to the owner, a reply to whom it answers, a like of it to its author', async () => {
  const post = await aPost(it.db, ada.user_id)
  const comment = await act.say(ben, post, 'Is the drain still there?')
  expect(await act.news(ada)).toMatchObject([
    { type: 'comment', from_user_id: ben.user_id, comment: { id: comment.id, content: comment.content } },
  ])
  const reply = await act.say(cleo, post, 'It is', comment.id)
  await act.ok(cleo, 'PUT', `/api/comments/${comment.id}/like`)
  expect(await act.news(ben)).toMatchObject([
    { type: 'comment_like', from_user_id: cleo.user_id, post_id: post, comment: { id: comment.id } },
    {
      type: 'comment_reply',
      from_user_id: cleo.user_id,
      post_id: post,
      comment: { id: reply.id, parent_comment_id: comment.id },
    },
  ])
  expect(await act.news(ada)).toMatchObject([{ type: 'comment', actors_count: 2, comment: { id: reply.id } }])
})

test('NOTIF-06 the owner whose comment is answered hears of the reply alone', async () => {
  const post = await aPost(it.db, ada.user_id)
  const comment = await act.say(ada, post, 'Who is there on Sunday?')
  await act.say(ben, post, 'Me', comment.id)
  expect((await act.rowsOf(ada)).map(({ type }) => type)).toEqual(['comment_reply'])
})

test('NOTIF-08 I9 nobody hears of what they do themselves', async () => {
  const post = await aPost(it.db, ada.user_id)
  await act.like(ada, post)
  const comment = await act.say(ada, post, 'Mine, says @ada')
  await act.say(ada, post, 'again', comment.id)
  await act.ok(ada, 'PUT', `/api/comments/${comment.id}/like`)
  await followNews(ada, ada)
  expect(await act.rowsOf(ada)).toEqual([])
  const own = it.db
    .insertInto('notifications')
    .values({
      id: crypto.randomUUID(),
      user_id: ada.user_id,
      from_user_id: ada.user_id,
      type: 'follow',
      target_id: ada.user_id,
    })
    .execute()
  await expect(own).rejects.toThrow('notifications_not_to_oneself')
})

test('F4 loops of liking and of following make one notification a day, not an unread one again', async () => {
  const post = await aPost(it.db, ada.user_id)
  for (let i = 0; i < 6; i++) await act.like(ben, post, i % 2 === 0)
  await Promise.all(Array.from({ length: 20 }, () => followNews(ben, ada)))
  expect((await act.rowsOf(ada)).map(({ type }) => type).sort()).toEqual(['follow', 'like'])
  await act.ok(ada, 'PUT', '/api/notifications/read', { until: new Date().toISOString() })
  await act.like(ben, post)
  await followNews(ben, ada)
  expect(await act.unread(ada)).toBe(0)
  await it.db.updateTable('notifications').set({ day: '2020-01-01' }).execute()
  await followNews(ben, ada)
  expect(await act.unread(ada)).toBe(1)
})

test('NOTIF-06 DATA-13 what was taken back is told no more; done again the same day it is what it was, read or not', async () => {
  const post = await aPost(it.db, ada.user_id)
  const comment = await act.say(ada, post, 'Who has wax?')
  const deeds = async (on: boolean) => {
    await act.like(ben, post, on)
    await act.ok(ben, on ? 'PUT' : 'DELETE', `/api/people/${ada.user_id}/follow`)
    await act.ok(ben, on ? 'PUT' : 'DELETE', `/api/comments/${comment.id}/like`)
  }
  const types = async () => (await act.news(ada)).map(({ type }) => type).toSorted()
  await deeds(true)
  expect([await types(), await act.unread(ada)]).toEqual([['comment_like', 'follow', 'like'], 3])
  await act.like(cleo, post)
  await deeds(false)
  expect(await act.news(ada)).toMatchObject([
    { type: 'like', actors: [{ username: 'cleo' }], actors_count: 1 },
  ])
  expect(await act.unread(ada)).toBe(1)
  await deeds(true)
  expect([await types(), await act.unread(ada)]).toEqual([['comment_like', 'follow', 'like'], 4])
  await act.ok(ada, 'PUT', '/api/notifications/read', { until: new Date().toISOString() })
  await deeds(false)
  await deeds(true)
  expect([await types(), await act.unread(ada)]).toEqual([['comment_like', 'follow', 'like'], 0])
  // A line of another day is not brought back by what is done today.
  await deeds(false)
  await it.db.updateTable('notifications').set({ day: '2026-01-01' }).execute()
  await deeds(true)
  expect([await types(), await act.unread(ada)]).toEqual([['comment_like', 'follow', 'like'], 3])
})

test('DATA-13 whoever is told of something that is taken back hears that at once, others do not', async () => {
  const post = await aPost(it.db, ada.user_id)
  await act.like(ben, post)
  await act.ok(ben, 'PUT', `/api/people/${ada.user_id}/follow`)
  await it.db.deleteFrom('events').execute()
  await act.like(ben, post, false)
  await act.like(ben, post, false)
  await act.ok(ben, 'DELETE', `/api/people/${ada.user_id}/follow`)
  await act.like(ada, post)
  await act.like(ada, post, false)
  const heard = await it.db
    .selectFrom('events')
    .select(['topic', 'data'])
    .where('name', '=', 'notification')
    .execute()
  const withdrawn = { kind: 'withdrawn', type: null, notification_id: null }
  expect(heard).toEqual([
    { topic: `user:${ada.user_id}`, data: withdrawn },
    { topic: `user:${ada.user_id}`, data: withdrawn },
  ])
})

test('a follow says whether it goes both ways', async () => {
  await act.ok(ben, 'PUT', `/api/people/${ada.user_id}/follow`)
  expect(await act.news(ada)).toMatchObject([{ type: 'follow', following: false }])
  await act.ok(ada, 'PUT', `/api/people/${ben.user_id}/follow`)
  expect(await act.news(ada)).toMatchObject([{ type: 'follow', following: true }])
})

test('whoever starts a discussion hears of what others say in it, unless they switched that off', async () => {
  const { id } = (
    await act.ok(ada, 'POST', '/api/discussions', { title: 'Wax', content: 'Which?', category: 'gear' })
  ).json()
  const say = async (who: TestPerson, content: string) =>
    (await act.ok(who, 'POST', `/api/discussions/${id}/comments`, { content })).json<{ id: string }>()
  await say(ada, 'Mine melts.')
  await say(ben, 'Candles, @ada')
  const second = await say(ben, 'Or soap')
  expect(await act.news(ada)).toMatchObject([
    {
      type: 'discussion_comment',
      from_user_id: ben.user_id,
      actors_count: 1,
      discussion: { id, title: 'Wax' },
      comment: { id: second.id, content: 'Or soap' },
    },
  ])
  await act.ok(ben, 'DELETE', `/api/comments/${second.id}`)
  expect(await act.news(ada)).toEqual([])
  await act.ok(ada, 'PATCH', '/api/notifications/switches', { discussion_comment: false })
  await say(cleo, 'Paraffin')
  expect(await act.rowsOf(ada)).toEqual([])
})

test('a second comment on the same day is no second row: it brings the line back unread', async () => {
  const post = await aPost(it.db, ada.user_id)
  await act.say(ben, post, 'one')
  await act.ok(ada, 'PUT', '/api/notifications/read', { until: new Date().toISOString() })
  const second = await act.say(ben, post, 'two')
  expect(await act.rowsOf(ada)).toHaveLength(1)
  expect(await act.news(ada)).toMatchObject([{ read_at: null, actors_count: 1, comment: { id: second.id } }])
})

test('G-02 "ada and 4 others": one line per type, thing and day, the newest actors first, in pages without gap or double', async () => {
  const posts = await Promise.all(Array.from({ length: 25 }, () => aPost(it.db, ada.user_id)))
  const fans = await Promise.all(Array.from({ length: 5 }, (_, n) => aMember(it.db, `fan${n}`)))
  const liked = (post_id: string, user_id: string) =>
    it.db.insertInto('likes').values({ id: crypto.randomUUID(), post_id, media_index: 0, user_id }).execute()
  for (const [n, post_id] of posts.entries())
    for (const [m, fan] of fans.entries())
      await it.db
        .insertInto('notifications')
        .values({
          id: crypto.randomUUID(),
          ...{ user_id: ada.user_id, from_user_id: fan, type: 'like', target_id: post_id, post_id },
          // Lines that overlap in time: their newest rows alone say where they stand.
          created_at: new Date(Date.now() - (n + m * 10) * 60_000),
          ...(n === 3 && m > 0 ? { read_at: new Date() } : {}),
          ...(n === 4 ? { read_at: new Date() } : {}),
        })
        .execute()
        .then(() => liked(post_id, fan))
  const first = await act.page(ada)
  expect(first.items).toHaveLength(20)
  await it.db
    .insertInto('notifications')
    .values({
      id: crypto.randomUUID(),
      ...{ user_id: ada.user_id, from_user_id: ben.user_id, type: 'like' },
      ...{ target_id: posts[24]!, post_id: posts[24]! },
      created_at: new Date(Date.now() - 24 * 60_000 - 30_000),
    })
    .execute()
  await liked(posts[24]!, ben.user_id)
  await commentsCounted(it.db)
  const second = await act.page(ada, first.next_cursor)
  expect(second.next_cursor).toBeNull()
  const items = [...first.items, ...second.items]
  expect(items.map(({ post_id }) => post_id)).toEqual(posts)
  expect(items[0]).toMatchObject({
    actors_count: 5,
    actors: [{ username: 'fan0' }, { username: 'fan1' }, { username: 'fan2' }],
    from_user_id: fans[0],
  })
  expect(items[24]).toMatchObject({ actors_count: 6 })
  expect(items.filter(({ read_at }) => read_at !== null).map(({ post_id }) => post_id)).toEqual([posts[4]])
})

test('NOTIF-01 NOTIF-02 the badge counts unread rows, and no further than its 9+', async () => {
  const post = await aPost(it.db, ada.user_id)
  const fans = await Promise.all(Array.from({ length: 12 }, (_, n) => aMember(it.db, `badge${n}`)))
  const liked = async (few: string[]) => {
    for (const user_id of few)
      await it.db
        .insertInto('likes')
        .values({ id: crypto.randomUUID(), post_id: post, media_index: 0, user_id })
        .execute()
    await commentsCounted(it.db)
  }
  await liked(fans.slice(0, 9))
  expect(await act.unread(ada)).toBe(9)
  await liked(fans.slice(9))
  expect(await act.unread(ada)).toBe(10)
  expect(await act.rowsOf(ada)).toHaveLength(12)
  const [line] = await act.news(ada)
  expect(line).toMatchObject({ actors_count: 12 })
  await act.ok(ada, 'PUT', `/api/notifications/${line!.id}/read`)
  expect(await act.unread(ada)).toBe(0)
})

test('G-02 P-09 reading marks what was shown, not what came after, and one line alone where one is asked for', async () => {
  const [old, young] = [await aPost(it.db, ada.user_id), await aPost(it.db, ada.user_id)]
  await act.like(ben, old)
  await act.like(cleo, old)
  const [shown] = await act.news(ada)
  await act.like(ben, young)
  await it.db
    .updateTable('notifications')
    .set({ created_at: new Date(Date.now() + 5_000) })
    .where('post_id', '=', young)
    .execute()
  await act.ok(ada, 'PUT', '/api/notifications/read', { until: shown!.created_at })
  expect((await act.news(ada)).map(({ post_id, read_at }) => [post_id, read_at !== null])).toEqual([
    [young, false],
    [old, true],
  ])
})

test('reading very many goes in steps, and leaves none', async () => {
  for (let n = 0; n < 5; n++) await act.like(ben, await aPost(it.db, ada.user_id))
  const until = new Date(Date.now() + 60_000).toISOString()
  expect(await markRead(it.db, ada.user_id, until, 1)).toBe(1)
  expect(await act.unread(ada)).toBe(4)
  await readAll(it.db, ada.user_id, until, 2)
  expect(await act.unread(ada)).toBe(0)
})

// Rows of a table that a connection has read so far.
const readOf = async (tx: Tx, table: string): Promise<number> => {
  const { rows } = await sql<{ read: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = ${table}`.execute(tx)
  return Number(rows[0]?.read)
}

test('a viral day is one line: list and badge look at no more of it than they count', async () => {
  const quiet = await aPost(it.db, ada.user_id)
  await act.like(ben, quiet)
  const viral = await aPost(it.db, ada.user_id)
  const fans = Array.from({ length: 3_000 }, () => crypto.randomUUID())
  await aCrowd(it.db, fans, (n) => `viralfan${n}`)
  await sql`insert into likes (id, post_id, user_id)
    select gen_random_uuid(), ${viral}::uuid, id from unnest(${fans}::uuid[]) fan (id)`.execute(it.db)
  await vi.waitFor(async () => {
    await commentsCounted(it.db)
    expect(await act.rowsOf(ada)).toHaveLength(1 + fans.length)
  }, 10_000)
  await it.db.transaction().execute(async (tx) => {
    const read = { notifications: await readOf(tx, 'notifications'), likes: await readOf(tx, 'likes') }
    const readSince = async (table: keyof typeof read) => (await readOf(tx, table)) - read[table]
    expect(await countUnread(tx, ada.user_id)).toBe(10)
    expect(await readSince('notifications')).toBeLessThanOrEqual(50)
    expect(await readSince('likes')).toBeLessThanOrEqual(50)
    const lines = await selectNews(tx, ada.user_id, null)
    expect(lines).toMatchObject([
      { post_id: viral, actors_count: 1_000 },
      { post_id: quiet, actors_count: 1 },
    ])
    expect(await readSince('notifications')).toBeLessThanOrEqual(1_200)
    expect(await readSince('likes')).toBeLessThanOrEqual(1_200)
  })
})
