import type { DiscoverItem } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.db.deleteFrom('posts').execute()
  await it.db.deleteFrom('blocks').execute()
})

const page = async (cursor = '', who = ada) => {
  const answer = await it.app.inject({
    url: `/api/discover${cursor && `?cursor=${cursor}`}`,
    headers: who.bearer,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: DiscoverItem[]; next_cursor: string | null }>()
}
const itemKey = ({ post_id, media_index }: DiscoverItem) => `${post_id} ${media_index}`
const everything = async (who = ada) => {
  const itemKeys: string[] = []
  const sizes: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { items, next_cursor } = await page(cursor, who)
    itemKeys.push(...items.map(itemKey))
    sizes.push(items.length)
    cursor = next_cursor
  }
  return { itemKeys, sizes }
}
const minutesAgo = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 12) - minutes * 60_000)

test('DISC-14 DISC-15 DATA-16 an item comes with its file, spot, poster, counts and whether the viewer likes it', async () => {
  const spot_id = await aSpotRow(it.db, ada.user_id, 'Forum')
  const post_id = await aPost(it.db, ben.user_id, { spot_id, media: ['image', 'video'] })
  await it.app.inject({ method: 'PUT', url: `/api/posts/${post_id}/media/1/like`, headers: ada.bearer })
  const comment = {
    post_id,
    media_index: 1,
    user_id: ben.user_id,
    parent_comment_id: null,
    content: 'Clean.',
  }
  await it.db
    .insertInto('comments')
    .values({ id: uuid(), ...comment })
    .execute()
  const { items, next_cursor } = await page()
  expect(next_cursor).toBeNull()
  const common = {
    post_id,
    kind: 'media',
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
    title: expect.any(String),
    content: null,
    mentions: [],
    created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
  }
  expect(items).toEqual([
    {
      ...common,
      media_index: 0,
      media: expect.objectContaining({ type: 'image', status: 'ready' }),
      ...{ likes_count: 0, comments_count: 0, liked: false, is_cover: false },
    },
    {
      ...common,
      media_index: 1,
      media: expect.objectContaining({ type: 'video', status: 'ready' }),
      ...{ likes_count: 1, comments_count: 1, liked: true, is_cover: false },
    },
  ])
  expect((await page('', ben)).items[1]).toMatchObject({ likes_count: 1, liked: false })
})

test('C-38 DATA-07 posts with media are there, also without a spot; words alone and profile pictures are not', async () => {
  const session = await aPost(it.db, ada.user_id, { title: 'Session' })
  const portrait = await aPost(it.db, ada.user_id, { title: 'Profile Picture' })
  await it.db.updateTable('posts').set({ kind: 'profile_picture' }).where('id', '=', portrait).execute()
  await aPost(it.db, ada.user_id, { media: [] })
  const { items } = await page()
  expect(items.map(({ post_id }) => post_id)).toEqual([session])
  expect(items[0]).toMatchObject({ spot: null, spot_id: null })
})

test('DISC-14 G-25 pages join without a gap or a double, also inside a post, between equal moments and while posts come and go', async () => {
  for (let i = 0; i < 40; i++) {
    const media = Array.from({ length: i % 7 }, (_, n) => (n % 3 ? ('image' as const) : ('video' as const)))
    await aPost(it.db, i % 2 ? ada.user_id : ben.user_id, {
      created_at: minutesAgo(Math.floor(i / 3)),
      media,
    })
  }
  const { rows } = await sql<{ key: string }>`
    select p.id || ' ' || pm.media_index as key from posts p join post_media pm on pm.post_id = p.id
    where pm.media_id is not null
    order by p.created_at desc, p.id desc, pm.media_index`.execute(it.db)
  const { itemKeys, sizes } = await everything()
  expect(itemKeys).toEqual(rows.map(({ key }) => key))
  expect(sizes).toEqual([30, 30, 30, rows.length - 90])

  const first = await page()
  const [gone = ''] = first.items.at(-1)?.post_id ? [first.items.at(-1)?.post_id] : []
  await it.db.deleteFrom('posts').where('id', '=', gone).execute()
  await aPost(it.db, ada.user_id)
  const second = await page(first.next_cursor ?? '')
  const left = itemKeys.slice(30).filter((key) => !key.startsWith(gone))
  expect(second.items.map(itemKey)).toEqual(left.slice(0, 30))
})

test('a page that is exactly full says that nothing follows', async () => {
  for (let i = 0; i < 15; i++) await aPost(it.db, ada.user_id, { media: ['image', 'video'] })
  const { items, next_cursor } = await page()
  expect([items.length, next_cursor]).toEqual([30, null])
})

test('A9 what is hidden, failed, of blocked or of suspended people is not there, for either side of a block', async () => {
  const cleo = await aMember(it.db, `cleo${uuid().slice(-8)}`)
  const spot_id = await aSpotRow(it.db, ada.user_id)
  const storedPost = await aPost(it.db, ada.user_id, { created_at: minutesAgo(9), media: ['image', 'image'] })
  const hidden = await aPost(it.db, ben.user_id, { spot_id })
  await it.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()
  await aPost(it.db, cleo)
  await it.db.updateTable('profiles').set({ suspended_at: new Date() }).where('user_id', '=', cleo).execute()
  const bens = await aPost(it.db, ben.user_id, { created_at: minutesAgo(5) })
  await sql`update media set status = 'failed', failure = 'Damaged.', thumbhash = null
    where id = (select media_id from post_media where post_id = ${storedPost} and media_index = 0)`.execute(
    it.db,
  )
  expect((await everything()).itemKeys).toEqual([`${bens} 0`, `${storedPost} 1`])
  await it.db.insertInto('blocks').values({ blocker_id: ben.user_id, blocked_id: ada.user_id }).execute()
  expect((await everything()).itemKeys).toEqual([`${storedPost} 1`])
  expect((await everything(ben)).itemKeys).toEqual([`${bens} 0`])
})

test('a changed or foreign cursor is refused, and visitors see nothing', async () => {
  const get = (cursor: unknown) =>
    it.app.inject({
      url: `/api/discover?cursor=${Buffer.from(JSON.stringify(cursor)).toString('base64url')}`,
      headers: ada.bearer,
    })
  const bad = [
    ['all', new Date().toISOString(), uuid()],
    ['discover', 'today', uuid(), 0],
    ['discover', new Date().toISOString(), "' or 1=1--", 0],
    ['discover', new Date().toISOString(), uuid(), -5],
    { created_at: 1 },
  ]
  for (const cursor of bad) expect((await get(cursor)).json().code).toBe('BAD_CURSOR')
  const visitor = await it.app.inject({ url: '/api/discover' })
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'SESSION_MISSING'])
})
