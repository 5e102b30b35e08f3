import type { ActivityItem } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const activity = async (user_id: string, offset = 0, who = ada): Promise<ActivityItem[]> =>
  (
    await it.app.inject({ url: `/api/people/${user_id}/activity?offset=${offset}`, headers: who.bearer })
  ).json().items
const DAY = 86_400_000
const NOON = Date.UTC(2026, 4, 20, 12)
const at = (days: number, minutes = 0) => new Date(NOON - days * DAY - minutes * 60_000)
const like = (user_id: string, post_id: string, created_at: Date) =>
  it.db.insertInto('likes').values({ id: uuid(), post_id, media_index: 0, user_id, created_at }).execute()
const comment = (user_id: string, post_id: string, created_at: Date) =>
  it.db
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
const followAt = (follower_id: string, following_id: string, created_at: Date) =>
  it.db.insertInto('follows').values({ id: uuid(), follower_id, following_id, created_at }).execute()
const spotAt = async (user_id: string, created_at: Date) => {
  const id = await aSpotRow(it.db, user_id)
  await it.db.updateTable('spots').set({ created_at }).where('id', '=', id).execute()
  return id
}

test('ACT-01 ACT-11 G-16 one of each kind, newest first, each with where it leads', async () => {
  const one = await aMember(it.db, 'one')
  const spot_id = await spotAt(one, at(0, 50))
  const bens = await aPost(it.db, ben.user_id, { spot_id })
  await aPost(it.db, one, { spot_id, media: ['image', 'video', 'image'], created_at: at(0, 40) })
  await comment(one, bens, at(0, 30))
  await like(one, bens, at(0, 20))
  await followAt(ben.user_id, one, at(0, 10))
  await like(ben.user_id, bens, at(0, 5))
  const items = await activity(one)
  expect(items.map(({ type }) => type)).toEqual(['follow', 'like', 'comment', 'media_added', 'spot_shared'])
  expect(items[0]).toMatchObject({ person: { username: 'ben' }, post: null })
  expect(items[1]).toMatchObject({ post: { id: bens, user: { username: 'ben' } }, spot: { id: spot_id } })
  expect(items[2]).toMatchObject({ post: { id: bens }, content: 'Clean.' })
  expect(items[3]).toMatchObject({ count: 3, videos: 1, spot: { id: spot_id } })
  expect(items[4]).toMatchObject({ spot: { id: spot_id }, post: null })
})

test('ACT-09 ACT-10 posts that made or repaired a spot are no added media, by their kind; titles mean nothing', async () => {
  const two = await aMember(it.db, 'two')
  const spot_id = await spotAt(two, at(0, 9))
  for (const kind of ['spot', 'repair', 'on_demand'] as const) {
    const id = await aPost(it.db, two, { spot_id })
    await it.db.updateTable('posts').set({ kind }).where('id', '=', id).execute()
  }
  await aPost(it.db, two, { spot_id, media: [] })
  const forged = await aPost(it.db, two, { spot_id, title: 'MACBA ledges - Photo 2' })
  const added = (await activity(two)).filter(({ type }) => type === 'media_added')
  expect(added.map(({ post }) => post?.id)).toEqual([forged])
})

test('ACT-03 ACT-04 ACT-05 ACT-06 ACT-08 so many of each kind and twenty in all, the newest', async () => {
  const kinds = {
    comment: async (who: string, minutes: number) =>
      comment(who, await aPost(it.db, ben.user_id), at(0, minutes)),
    like: async (who: string, minutes: number) => like(who, await aPost(it.db, ben.user_id), at(0, minutes)),
    spot_shared: (who: string, minutes: number) => spotAt(who, at(0, minutes)),
    follow: async (who: string, minutes: number) =>
      followAt(await aMember(it.db, `f${uuid().slice(-12)}`), who, at(0, minutes)),
  }
  const every = await aMember(it.db, 'every')
  for (const [type, add] of Object.entries(kinds)) {
    const who = await aMember(it.db, `all_${type}`)
    for (let i = 0; i < 12; i += 1) await add(who, i)
    const items = await activity(who)
    expect(items.map((item) => [item.type, Date.parse(item.created_at)])).toEqual(
      Array.from({ length: 10 }, (_, i) => [type, at(0, i).getTime()]),
    )
    for (let i = 0; i < 8; i += 1) await add(every, i * 4)
  }
  expect(await activity(every)).toHaveLength(20)
})

test('ACT-07 at most twenty posts', async () => {
  const busy = await aMember(it.db, 'busy')
  for (let i = 0; i < 23; i += 1) await aPost(it.db, busy, { created_at: at(0, i) })
  expect(await activity(busy)).toHaveLength(20)
})

test('ACT-02 at most five days, as the reader’s calendar has them', async () => {
  const daily = await aMember(it.db, 'daily')
  for (let day = 0; day < 7; day += 1) await spotAt(daily, at(day))
  expect((await activity(daily)).map(({ created_at }) => created_at.slice(8, 10))).toEqual([
    '20',
    '19',
    '18',
    '17',
    '16',
  ])
  const late = await aMember(it.db, 'late')
  for (let day = 0; day < 5; day += 1) await spotAt(late, at(day))
  await spotAt(late, new Date(Date.UTC(2026, 4, 16, 1)))
  await spotAt(late, new Date(Date.UTC(2026, 4, 15, 23)))
  expect(await activity(late)).toHaveLength(6)
  expect(await activity(late, -120)).toHaveLength(7)
  expect(await activity(late, 420)).toHaveLength(5)
})

test('what is hidden from the viewer is not in anybody’s activity', async () => {
  const [quiet, troll] = [await aMember(it.db, 'quiet'), await aMember(it.db, 'troll')]
  const post = await aPost(it.db, troll)
  await like(quiet, post, at(0, 1))
  await comment(quiet, post, at(0, 2))
  await followAt(troll, quiet, at(0, 3))
  expect(await activity(quiet)).toHaveLength(3)
  await it.app.inject({ method: 'PUT', url: `/api/people/${troll}/block`, headers: ada.bearer })
  expect(await activity(quiet)).toEqual([])
  expect(await activity(quiet, 0, ben)).toHaveLength(3)
  const theirs = await it.app.inject({ url: `/api/people/${troll}/activity`, headers: ada.bearer })
  expect(theirs.json().code).toBe('PERSON_NOT_FOUND')
})
