import type { ActivityItem } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { TestApp } from '../../../test/world/app.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import type { Actor } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

async function activity(who: Actor, user_id: string, offset = 0): Promise<ActivityItem[]> {
  return (await who.listActivity(user_id, { offset })).items
}

const DAY = 86_400_000
const NOON = Date.UTC(2026, 4, 20, 12)

function at(days: number, minutes = 0) {
  return new Date(NOON - days * DAY - minutes * 60_000)
}

function like(app: TestApp, user_id: string, post_id: string, created_at: Date) {
  return app.db
    .insertInto('likes')
    .values({ id: uuid(), post_id, media_index: 0, user_id, created_at })
    .execute()
}

function comment(app: TestApp, user_id: string, post_id: string, created_at: Date) {
  return app.db
    .insertInto('comments')
    .values({
      id: uuid(),
      post_id,
      media_index: 0,
      user_id,
      parent_comment_id: null,
      content: 'Clean.',
      created_at,
    })
    .execute()
}

function followAt(app: TestApp, follower_id: string, following_id: string, created_at: Date) {
  return app.db.insertInto('follows').values({ id: uuid(), follower_id, following_id, created_at }).execute()
}

async function spotAt(app: TestApp, user_id: string, created_at: Date) {
  const id = await aSpotRow(app.db, user_id)
  await app.db.updateTable('spots').set({ created_at }).where('id', '=', id).execute()
  return id
}

test('API-63 C-19 ACT-01 ACT-11 G-16 returns one of each type, newest first, each with its target', async ({
  app,
  ada,
  ben,
}) => {
  const one = await aMember(app.db, 'one')
  const spot_id = await spotAt(app, one, at(0, 50))
  const bens = await aPost(app.db, ben.user_id, { spot_id })
  await aPost(app.db, one, { spot_id, media: ['image', 'video', 'image'], created_at: at(0, 40) })
  await comment(app, one, bens, at(0, 30))
  await like(app, one, bens, at(0, 20))
  await followAt(app, ben.user_id, one, at(0, 10))
  await like(app, ben.user_id, bens, at(0, 5))
  const items = await activity(ada, one)
  expect(items.map(({ type }) => type)).toEqual(['follow', 'like', 'comment', 'media_added', 'spot_shared'])
  expect(items[0]).toMatchObject({ person: { username: 'ben' }, post: null })
  expect(items[1]).toMatchObject({ post: { id: bens, user: { username: 'ben' } }, spot: { id: spot_id } })
  expect(items[2]).toMatchObject({ post: { id: bens }, content: 'Clean.' })
  expect(items[3]).toMatchObject({ count: 3, videos: 1, spot: { id: spot_id } })
  expect(items[4]).toMatchObject({ spot: { id: spot_id }, post: null })
})

test('ACT-09 ACT-10 posts that created or repaired a spot don’t count as added media, whatever their title', async ({
  app,
  ada,
}) => {
  const two = await aMember(app.db, 'two')
  const spot_id = await spotAt(app, two, at(0, 9))
  for (const kind of ['spot', 'repair', 'on_demand'] as const) {
    const id = await aPost(app.db, two, { spot_id })
    await app.db.updateTable('posts').set({ kind }).where('id', '=', id).execute()
  }
  await aPost(app.db, two, { spot_id, media: [] })
  const forged = await aPost(app.db, two, { spot_id, title: 'MACBA ledges - Photo 2' })
  const added = (await activity(ada, two)).filter(({ type }) => type === 'media_added')
  expect(added.map(({ post }) => post?.id)).toEqual([forged])
})

test('ACT-03 ACT-04 ACT-05 ACT-06 ACT-08 returns the newest items, limited per kind and to twenty in total', async ({
  app,
  ada,
  ben,
}) => {
  const kinds = {
    comment: async (who: string, minutes: number) =>
      comment(app, who, await aPost(app.db, ben.user_id), at(0, minutes)),
    like: async (who: string, minutes: number) =>
      like(app, who, await aPost(app.db, ben.user_id), at(0, minutes)),
    spot_shared: (who: string, minutes: number) => spotAt(app, who, at(0, minutes)),
    follow: async (who: string, minutes: number) =>
      followAt(app, await aMember(app.db, `f${uuid().slice(-12)}`), who, at(0, minutes)),
  }
  const every = await aMember(app.db, 'every')
  for (const [type, add] of Object.entries(kinds)) {
    const who = await aMember(app.db, `all_${type}`)
    for (let i = 0; i < 12; i += 1) await add(who, i)
    const items = await activity(ada, who)
    expect(items.map((item) => [item.type, Date.parse(item.created_at)])).toEqual(
      Array.from({ length: 10 }, (_, i) => [type, at(0, i).getTime()]),
    )
    for (let i = 0; i < 8; i += 1) await add(every, i * 4)
  }
  expect(await activity(ada, every)).toHaveLength(20)
})

test('ACT-07 at most twenty posts', async ({ app, ada }) => {
  const busy = await aMember(app.db, 'busy')
  for (let i = 0; i < 23; i += 1) await aPost(app.db, busy, { created_at: at(0, i) })
  expect(await activity(ada, busy)).toHaveLength(20)
})

test('ACT-02 at most five dates in the viewer’s time zone', async ({ app, ada }) => {
  const daily = await aMember(app.db, 'daily')
  for (let day = 0; day < 7; day += 1) await spotAt(app, daily, at(day))
  expect((await activity(ada, daily)).map(({ created_at }) => created_at.slice(8, 10))).toEqual([
    '20',
    '19',
    '18',
    '17',
    '16',
  ])
  const late = await aMember(app.db, 'late')
  for (let day = 0; day < 5; day += 1) await spotAt(app, late, at(day))
  await spotAt(app, late, new Date(Date.UTC(2026, 4, 16, 1)))
  await spotAt(app, late, new Date(Date.UTC(2026, 4, 15, 23)))
  expect(await activity(ada, late)).toHaveLength(6)
  expect(await activity(ada, late, -120)).toHaveLength(7)
  expect(await activity(ada, late, 420)).toHaveLength(5)
})

test('activity excludes everything hidden from the viewer', async ({ app, ada, ben }) => {
  const [quiet, troll] = [await aMember(app.db, 'quiet'), await aMember(app.db, 'troll')]
  const post = await aPost(app.db, troll)
  await like(app, quiet, post, at(0, 1))
  await comment(app, quiet, post, at(0, 2))
  await followAt(app, troll, quiet, at(0, 3))
  expect(await activity(ada, quiet)).toHaveLength(3)
  await ada.blockPerson(troll)
  expect(await activity(ada, quiet)).toEqual([])
  expect(await activity(ben, quiet, 0)).toHaveLength(3)
  const theirs = await ada.send('GET', `/api/people/${troll}/activity`)
  expect(theirs.json().code).toBe('PERSON_NOT_FOUND')
})
