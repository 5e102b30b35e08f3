import type { DiscoverItem } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import type { Actor } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('posts').execute()
  await app.db.deleteFrom('blocks').execute()
})

async function page(who: Actor, cursor = '') {
  const answer = await who.send('GET', `/api/discover${cursor && `?cursor=${cursor}`}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: DiscoverItem[]; next_cursor: string | null }>()
}

function itemKey({ post_id, media_index }: DiscoverItem) {
  return `${post_id} ${media_index}`
}

async function everything(who: Actor) {
  const itemKeys: string[] = []
  const sizes: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { items, next_cursor } = await page(who, cursor)
    itemKeys.push(...items.map(itemKey))
    sizes.push(items.length)
    cursor = next_cursor
  }
  return { itemKeys, sizes }
}

function minutesAgo(minutes: number) {
  return new Date(Date.UTC(2026, 5, 1, 12) - minutes * 60_000)
}

test('DISC-14 DISC-15 DATA-16 an item has its file, spot, poster, counts, and whether the viewer likes it', async ({
  app,
  ada,
  ben,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id, 'Forum')
  const post_id = await aPost(app.db, ben.user_id, { spot_id, media: ['image', 'video'] })
  await ada.likeMedia(post_id, 1)
  const comment = {
    post_id,
    media_index: 1,
    user_id: ben.user_id,
    parent_comment_id: null,
    content: 'Clean.',
  }
  await app.db
    .insertInto('comments')
    .values({ id: uuid(), ...comment })
    .execute()
  const { items, next_cursor } = await page(ada)
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
      likes_count: 0,
      comments_count: 0,
      liked: false,
      is_cover: false,
    },
    {
      ...common,
      media_index: 1,
      media: expect.objectContaining({ type: 'video', status: 'ready' }),
      likes_count: 1,
      comments_count: 1,
      liked: true,
      is_cover: false,
    },
  ])
  expect((await page(ben, '')).items[1]).toMatchObject({ likes_count: 1, liked: false })
})

test('C-38 DATA-07 lists posts with media, also without a spot, but no text-only posts or profile photos', async ({
  app,
  ada,
}) => {
  const session = await aPost(app.db, ada.user_id, { title: 'Session' })
  const portrait = await aPost(app.db, ada.user_id, { title: 'Profile Picture' })
  await app.db.updateTable('posts').set({ kind: 'profile_picture' }).where('id', '=', portrait).execute()
  await aPost(app.db, ada.user_id, { media: [] })
  const { items } = await page(ada)
  expect(items.map(({ post_id }) => post_id)).toEqual([session])
  expect(items[0]).toMatchObject({ spot: null, spot_id: null })
})

test('DISC-14 G-25 pages continue without gaps or duplicates, even within a post, at equal times, and while posts are added and deleted', async ({
  app,
  ada,
  ben,
}) => {
  for (let i = 0; i < 40; i++) {
    const media = Array.from({ length: i % 7 }, (_, n) => (n % 3 ? ('image' as const) : ('video' as const)))
    await aPost(app.db, i % 2 ? ada.user_id : ben.user_id, {
      created_at: minutesAgo(Math.floor(i / 3)),
      media,
    })
  }
  const { rows } = await sql<{ key: string }>`
    select p.id || ' ' || pm.media_index as key from posts p join post_media pm on pm.post_id = p.id
    where pm.media_id is not null
    order by p.created_at desc, p.id desc, pm.media_index`.execute(app.db)
  const { itemKeys, sizes } = await everything(ada)
  expect(itemKeys).toEqual(rows.map(({ key }) => key))
  expect(sizes).toEqual([30, 30, 30, rows.length - 90])

  const first = await page(ada)
  const [gone = ''] = first.items.at(-1)?.post_id ? [first.items.at(-1)?.post_id] : []
  await app.db.deleteFrom('posts').where('id', '=', gone).execute()
  await aPost(app.db, ada.user_id)
  const second = await page(ada, first.next_cursor ?? '')
  const left = itemKeys.slice(30).filter((key) => !key.startsWith(gone))
  expect(second.items.map(itemKey)).toEqual(left.slice(0, 30))
})

test('a page that is exactly full has no next cursor', async ({ app, ada }) => {
  for (let i = 0; i < 15; i++) await aPost(app.db, ada.user_id, { media: ['image', 'video'] })
  const { items, next_cursor } = await page(ada)
  expect([items.length, next_cursor]).toEqual([30, null])
})

test('A9 hidden and failed items, and items by blocked or suspended people, are not listed for either side of a block', async ({
  app,
  ada,
  ben,
}) => {
  const cleo = await aMember(app.db, `cleo${uuid().slice(-8)}`)
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const storedPost = await aPost(app.db, ada.user_id, {
    created_at: minutesAgo(9),
    media: ['image', 'image'],
  })
  const hidden = await aPost(app.db, ben.user_id, { spot_id })
  await app.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()
  await aPost(app.db, cleo)
  await app.db.updateTable('profiles').set({ suspended_at: new Date() }).where('user_id', '=', cleo).execute()
  const bens = await aPost(app.db, ben.user_id, { created_at: minutesAgo(5) })
  await sql`update media set status = 'failed', failure = 'Damaged.', thumbhash = null
    where id = (select media_id from post_media where post_id = ${storedPost} and media_index = 0)`.execute(
    app.db,
  )
  expect((await everything(ada)).itemKeys).toEqual([`${bens} 0`, `${storedPost} 1`])
  await app.db.insertInto('blocks').values({ blocker_id: ben.user_id, blocked_id: ada.user_id }).execute()
  expect((await everything(ada)).itemKeys).toEqual([`${storedPost} 1`])
  expect((await everything(ben)).itemKeys).toEqual([`${bens} 0`])
})

test('refuses a forged or foreign cursor, and shows visitors nothing', async ({ visitor, ada }) => {
  const get = (cursor: unknown) =>
    ada.send('GET', `/api/discover?cursor=${Buffer.from(JSON.stringify(cursor)).toString('base64url')}`)
  const bad = [
    ['all', new Date().toISOString(), uuid()],
    ['discover', 'today', uuid(), 0],
    ['discover', new Date().toISOString(), "' or 1=1--", 0],
    ['discover', new Date().toISOString(), uuid(), -5],
    { created_at: 1 },
  ]
  for (const cursor of bad) expect((await get(cursor)).json().code).toBe('BAD_CURSOR')
  const refused = await visitor.send('GET', '/api/discover')
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'SESSION_MISSING'])
})
