import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { aPost, aSpotRow, follow } from '../../../../test/makers/posts.ts'
import { aMember } from '../../../../test/makers/spots.ts'
import { migrations } from '../../../db/migrations/index.ts'
import { FEED_TOP, selectFeed } from './feed.queries.ts'
import type { Actor, Caller } from '../../../../test/actors/actor.ts'
import { test } from '../../../../test/world/fixtures.ts'

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('posts').execute()
  await app.db.deleteFrom('follows').execute()
})

type Shown = { id: string; title: string; media: { likes_count: number; liked: boolean }[] }

function get(who: Caller, url: string) {
  return who.send('GET', url)
}

async function page(who: Actor, query = '') {
  const answer = await get(who, `/api/posts${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: Shown[]; next_cursor: string | null }>()
}

async function everything(ada: Actor, filter = 'all') {
  const ids: string[] = []
  const sizes: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { items, next_cursor } = await page(ada, `?filter=${filter}${cursor && `&cursor=${cursor}`}`)
    ids.push(...items.map(({ id }) => id))
    sizes.push(items.length)
    cursor = next_cursor
  }
  return { ids, sizes }
}

function minutesAgo(minutes: number) {
  return new Date(Date.UTC(2026, 5, 1, 12) - minutes * 60_000)
}

test('API-29 API-31 DATA-04 FEED-05 a post has its author, spot, media, counts, and the viewer’s likes', async ({
  app,
  ada,
  ben,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id, 'Forum')
  const id = await aPost(app.db, ben.user_id, {
    spot_id,
    title: 'Line of the day',
    content: 'Two tries.\n\n[MEDIA_URLS]["https://evil.example/a.jpg"]',
    media: ['image', 'video'],
  })
  await ada.likeMedia(id, 1)
  const { items, next_cursor } = await page(ada)
  expect(next_cursor).toBeNull()
  expect(items).toEqual([
    {
      id,
      kind: 'media',
      audience: 'everybody',
      crew: null,
      user_id: ben.user_id,
      user: { user_id: ben.user_id, username: 'ben', full_name: null, avatar_url: null },
      spot_id,
      spot: {
        id: spot_id,
        name: 'Forum',
        city: null,
        state: null,
        spot_type: 'ledges',
        status: 'open',
        created_by: ada.user_id,
      },
      title: 'Line of the day',
      content: 'Two tries.',
      mentions: [],
      media: [
        expect.objectContaining({ media_index: 0, likes_count: 0, liked: false, is_cover: false }),
        expect.objectContaining({ media_index: 1, likes_count: 1, liked: true }),
      ],
      photo_link: null,
      words: null,
      comments_count: 0,
      saved: false,
      version: 1,
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updated_at: expect.stringMatching(/Z$/),
    },
  ])
  const alone = await get(ben, `/api/posts/${id}`)
  expect(alone.json()).toMatchObject({ id, media: [{}, { likes_count: 1, liked: false }] })
})

const LIST = '[MEDIA_URLS]["https://a.example/1.jpg","https://a.example/2.jpg"]'
test.for([
  [`Two tries.\n\n${LIST}`, 'Two tries.'],
  [`Two tries.\r\n\r\n${LIST}\r\n`, 'Two tries.'],
  [`Two tries.\n \n[MEDIA_URLS]\n[\n"https://a.example/1.jpg"\n]\n`, 'Two tries.'],
  [`Two\n\ntries.\n\n${LIST}\n\n${LIST}`, 'Two\n\ntries.'],
  ['Two tries.\n\n[MEDIA_URLS][]', 'Two tries.'],
  [LIST, null],
  [`My app writes ${LIST}`, `My app writes ${LIST}`],
  [`Two tries.\n${LIST}`, `Two tries.\n${LIST}`],
  [`Two tries.\n\n${LIST} and more`, `Two tries.\n\n${LIST} and more`],
  ['Two tries.\n\n[MEDIA_URLS]["https', 'Two tries.\n\n[MEDIA_URLS]["https'],
  ['Two tries.\n\n[MEDIA_URLS]{"a":[1]}', 'Two tries.\n\n[MEDIA_URLS]{"a":[1]}'],
  ['What is [MEDIA_URLS]?', 'What is [MEDIA_URLS]?'],
] as const)(
  'POST-04 DATA-05 hides a list of media at the end of a post, but not a marker elsewhere: %j',
  async ([content, shown], { app, ada, ben }) => {
    const sent = await ada.shareContent({ title: 'Line of the day', content, media_ids: [] })
    expect(sent.content).toBe(shown)
    // Simulates a row from before inserts removed the media list.
    const id = await aPost(app.db, ada.user_id, { title: 'Line of the day' })
    await sql`alter table posts disable trigger posts_cut_media_list`.execute(app.db)
    await sql`update posts set content = ${content}, updated_at = '2020-01-01' where id = ${id}`.execute(
      app.db,
    )
    await sql`alter table posts enable trigger posts_cut_media_list`.execute(app.db)
    while (await migrations['041_backfill_media_lists']?.batch?.(app.db as never)) continue
    expect((await get(ben, `/api/posts/${id}`)).json()).toMatchObject({ content: shown })
  },
)

test('FEED-05 C-38 G-25 pages continue without gaps or duplicates, even at equal times and while posts are added and deleted', async ({
  app,
  ada,
  ben,
}) => {
  const made: string[] = []
  for (let i = 0; i < 45; i++) {
    const created_at = minutesAgo(Math.floor(i / 3))
    const options = i % 5 === 0 ? { media: [] } : {}
    made.push(await aPost(app.db, i % 2 ? ada.user_id : ben.user_id, { created_at, ...options }))
  }
  const rows = await app.db
    .selectFrom('posts')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const { ids, sizes } = await everything(ada)
  expect(ids).toEqual(rows.map(({ id }) => id))
  expect(sizes).toEqual([20, 20, 5])

  const first = await page(ada)
  await app.db
    .deleteFrom('posts')
    .where('id', '=', ids[19] ?? '')
    .execute()
  await aPost(app.db, ada.user_id)
  const second = await page(ada, `?cursor=${first.next_cursor}`)
  expect(second.items.map(({ id }) => id)).toEqual(ids.slice(20, 40))
})

test('a page that is exactly full has no next cursor', async ({ app, ada }) => {
  for (let i = 0; i < 20; i++) await aPost(app.db, ada.user_id)
  const { items, next_cursor } = await page(ada)
  expect([items.length, next_cursor]).toEqual([20, null])
})

test('FEED-03 G-26 the filter "followed" only shows followed people’s posts, in feed order, page by page', async ({
  app,
  ada,
  ben,
}) => {
  expect(await page(ada, '?filter=followed')).toEqual({ items: [], changes: [], next_cursor: null })
  const others = await Promise.all(['cleo', 'dan', 'eve'].map((name) => aMember(app.db, name)))
  for (const id of others.slice(0, 2)) await follow(app.db, ada.user_id, id)
  await follow(app.db, ben.user_id, others[2] ?? '')
  const authors = [...others, ada.user_id, ben.user_id]
  for (let i = 0; i < 75; i++)
    await aPost(app.db, authors[i % 5] ?? '', { created_at: minutesAgo(Math.floor(i / 7)) })
  const wanted = await app.db
    .selectFrom('posts')
    .select('id')
    .where('user_id', 'in', others.slice(0, 2))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  expect((await everything(ada, 'followed')).ids).toEqual(wanted.map(({ id }) => id))
  expect(wanted).toHaveLength(30)
})

test('SPOT-20 posts hidden with their spot are in no list or count, and can’t be fetched', async ({
  app,
  ada,
  ben,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const old = await aPost(app.db, ada.user_id, { created_at: minutesAgo(9) })
  const id = await aPost(app.db, ben.user_id, { spot_id })
  await app.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', id).execute()
  expect((await everything(ada)).ids).toEqual([old])
  expect((await get(ada, `/api/posts/news?since=${old}`)).json()).toEqual({ count: 0 })
  for (const url of [`/api/posts/${id}`, `/api/posts/${id}/related`, `/api/posts/${id}/media/0/likes`])
    expect((await get(ada, url)).json().code, url).toBe('POST_NOT_FOUND')
})

test('RT-01 counts new posts, even if the last one seen was deleted, and never more than 100', async ({
  app,
  ada,
  ben,
}) => {
  await follow(app.db, ada.user_id, ben.user_id)
  const seen = await aPost(app.db, ada.user_id)
  const newCount = async (filter = 'all') =>
    (await get(ada, `/api/posts/news?since=${seen}&filter=${filter}`)).json<{ count: number }>().count
  expect(await newCount()).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 5))
  await aPost(app.db, ada.user_id)
  await aPost(app.db, ben.user_id)
  expect([await newCount(), await newCount('followed')]).toEqual([2, 1])
  await app.db.deleteFrom('posts').where('id', '=', seen).execute()
  expect([await newCount(), await newCount('followed')]).toEqual([2, 1])
  for (let i = 0; i < 105; i++) await aPost(app.db, ben.user_id, { media: [] })
  expect([await newCount(), await newCount('followed')]).toEqual([100, 100])
  const unknown = await get(ada, '/api/posts/news?since=6f9619ff-8b86-4d01-b42d-00cf4fc964ff')
  expect(unknown.json().code).toBe('POST_NOT_FOUND')
})

test('POST-14 a post’s set: posts with media by the same person at the same spot within five minutes, oldest first', async ({
  app,
  ada,
  ben,
}) => {
  const [spot_id, elsewhere] = [await aSpotRow(app.db, ada.user_id), await aSpotRow(app.db, ada.user_id)]
  const at = (minutes: number, options: object = {}, who = ada) =>
    aPost(app.db, who.user_id, { spot_id, created_at: minutesAgo(-minutes), ...options })
  const four = await at(4)
  const zero = await at(0)
  const six = await at(6)
  await at(1, { media: [] })
  await at(1, { spot_id: elsewhere })
  await at(1, { spot_id: null })
  await at(1, {}, ben)
  const fetchSet = async (id: string) =>
    (await get(ada, `/api/posts/${id}/related`)).json<{ items: Shown[] }>().items.map((post) => post.id)
  expect(await fetchSet(zero)).toEqual([zero, four])
  expect(await fetchSet(four)).toEqual([zero, four, six])
  expect(await fetchSet(six)).toEqual([four, six])
  const textOnly = await aPost(app.db, ada.user_id, { media: [] })
  expect(await fetchSet(textOnly)).toEqual([textOnly])
})

test('C10 a forged cursor, or another list’s, is refused or returns a correct page, and never fails', async ({
  app,
  ada,
}) => {
  for (let i = 0; i < 25; i++) await aPost(app.db, ada.user_id)
  const { next_cursor } = await page(ada)
  const cursor = next_cursor ?? ''
  for (let i = 0; i < cursor.length; i++) {
    const other = cursor[i] === 'A' ? 'B' : 'A'
    const answer = await get(ada, `/api/posts?cursor=${cursor.slice(0, i)}${other}${cursor.slice(i + 1)}`)
    expect([200, 400]).toContain(answer.statusCode)
  }
  const of = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url')
  const id = uuid()
  const bad = [
    of(['followed', '2026-01-01T00:00:00.000Z', id]),
    of(['all', '0000-01-01T00:00:00.000Z', id]),
    of(['all', '2026-02-30T00:00:00.000Z', id]),
    of(['all', 'infinity', id]),
    of(['all', "2026-01-01' or 1=1--", id]),
    of(['all', '2026-01-01T00:00:00.000Z', `${id}'`]),
    of(['all', '2026-01-01T00:00:00.000Z', id, 1]),
    of({ length: 3 }),
    of(null),
    'A',
  ]
  for (const text of bad) expect((await get(ada, `/api/posts?cursor=${text}`)).statusCode, text).toBe(400)
  expect((await get(ada, `/api/posts?cursor=${cursor}&filter=followed`)).json().code).toBe('BAD_CURSOR')
})

test('C6 injection in ids, filters, and indexes is refused before any SQL', async ({ app, ada }) => {
  const id = await aPost(app.db, ada.user_id)
  for (const url of [
    "/api/posts?filter=all'--",
    '/api/posts?filter=all&filter=followed',
    "/api/posts/1'%20or%20'1'='1",
    `/api/posts/${id}%00`,
    `/api/posts/${id}/media/0;drop%20table%20likes/likes`,
    `/api/posts/${id}/media/-1/likes`,
    `/api/posts/${id}/media/1e2/likes`,
    '/api/posts/news?since=1',
  ])
    expect([400, 404], url).toContain((await get(ada, url)).statusCode)
  expect((await page(ada)).items).toHaveLength(1)
})

test('FEED-10 a visitor can’t read feeds, posts, sets, or lists of likes', async ({ app, visitor, ada }) => {
  const id = await aPost(app.db, ada.user_id)
  for (const path of ['', `/${id}`, `/${id}/related`, `/news?since=${id}`, `/${id}/media/0/likes`]) {
    const answer = await get(visitor, `/api/posts${path}`)
    expect([answer.statusCode, answer.json().code], path).toEqual([401, 'SESSION_MISSING'])
  }
})

test('plans a page once per connection', async ({ app, ada }) => {
  const names = await app.db.connection().execute(async (db) => {
    for (let i = 0; i < 3; i++) await selectFeed(db, ada.user_id, FEED_TOP)
    const { rows } = await sql<{ name: string; times: number }>`
      select name, generic_plans + custom_plans as times from pg_prepared_statements`.execute(db)
    return rows
  })
  expect(names.find(({ name }) => name.startsWith('feed_of_all_'))?.times).toBeGreaterThanOrEqual(3)
})
