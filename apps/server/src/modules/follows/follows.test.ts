import type { PersonCard } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { testApp } from '../../../test/world/app.ts'
import { follow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { type Actor, actors, getOutcome } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'
import { until } from '../../../test/world/until.ts'

async function list(who: Actor, user_id: string, kind: 'followers' | 'following') {
  const items: PersonCard[] = []
  for (let cursor: string | null = null; ; ) {
    const query: { cursor?: string } = cursor ? { cursor } : {}
    const page = await (kind === 'followers'
      ? who.listFollowers(user_id, query)
      : who.listFollowing(user_id, query))
    items.push(...page.items)
    if (!page.next_cursor) return { items, count: page.count }
    cursor = page.next_cursor
  }
}

test('FOLLOW-01 DATA-12 API-59 API-60 repeated follows and unfollows change nothing; the response has the count', async ({
  app,
  ada,
  ben,
}) => {
  for (let i = 0; i < 2; i += 1)
    expect(await ada.followPerson(ben.user_id)).toEqual({ following: true, followers_count: 1 })
  expect((await ada.getProfile(ada.user_id)).following_count).toBe(1)
  const stored = await app.db.selectFrom('follows').select(['follower_id', 'following_id']).execute()
  expect(stored).toEqual([{ follower_id: ada.user_id, following_id: ben.user_id }])
  for (let i = 0; i < 2; i += 1)
    expect(await ada.unfollowPerson(ben.user_id)).toEqual({ following: false, followers_count: 0 })
  expect(await app.db.selectFrom('follows').select('id').execute()).toEqual([])
})

test('FOLLOW-04 no one can follow themselves; the database also rejects it', async ({ app, ada }) => {
  await expect(ada.followPerson(ada.user_id)).rejects.toMatchObject({ status: 400 })
  await expect(follow(app.db, ada.user_id, ada.user_id)).rejects.toThrow('check')
})

test('FOLLOW-05 a visitor can’t follow anyone', async ({ visitor, ada }) => {
  const refused = { status: 401, code: 'SESSION_MISSING' }
  await expect(visitor.followPerson(ada.user_id)).rejects.toMatchObject(refused)
})

test('people across a block, suspended people and unknown ids cannot be followed', async ({
  app,
  ada,
  cleo,
}) => {
  await cleo.blockPerson(ada.user_id)
  for (const [who, whom] of [
    [ada, cleo.user_id],
    [cleo, ada.user_id],
    [ada, uuid()],
  ] as const) {
    await expect(who.followPerson(whom)).rejects.toMatchObject({ status: 404, code: 'PERSON_NOT_FOUND' })
  }
  await cleo.unblockPerson(ada.user_id)
  const away = await aMember(app.db, 'away')
  await app.db.updateTable('profiles').set({ suspended_at: new Date() }).where('user_id', '=', away).execute()
  await expect(ada.followPerson(away)).rejects.toMatchObject({ status: 404 })
})

test('DATA-20 API-62 counts are right after hundreds of concurrent follows and unfollows', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const star = await aMember(app.db, 'star')
  const fans = [ada, ben, cleo]
  await Promise.all(
    Array.from({ length: 120 }, (_, i) =>
      i % 3 === 1 ? ben.unfollowPerson(star) : (fans[i % 3] ?? ada).followPerson(star),
    ),
  )
  const rows = await app.db.selectFrom('follows').select('id').where('following_id', '=', star).execute()
  expect((await ada.getProfile(star)).followers_count).toBe(rows.length)
  await until(async () => expect(await app.db.selectFrom('person_delta').select('id').execute()).toEqual([]))
  const stored = await app.db
    .selectFrom('person_counts')
    .select('followers_count')
    .where('user_id', '=', star)
    .executeTakeFirstOrThrow()
  expect(stored.followers_count).toBe(rows.length)
  await app.db.deleteFrom('follows').where('following_id', '=', star).execute()
})

test('suspended people are not counted until they are unsuspended; deleted people’s follows are deleted', async ({
  app,
  ada,
}) => {
  const [gus, hal] = [await aMember(app.db, 'gus'), await aMember(app.db, 'hal')]
  await follow(app.db, gus, hal)
  await follow(app.db, hal, gus)
  const suspend = (suspended_at: Date | null) =>
    app.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', gus).execute()
  const hals = async () => {
    const { followers_count, following_count } = await ada.getProfile(hal)
    return [followers_count, following_count]
  }
  expect(await hals()).toEqual([1, 1])
  await suspend(new Date())
  expect(await hals()).toEqual([0, 0])
  await suspend(null)
  expect(await hals()).toEqual([1, 1])
  await suspend(new Date())
  await app.db.deleteFrom('users').where('id', '=', gus).execute()
  expect(await hals()).toEqual([0, 0])
})

test('API-57 API-58 LIST-08 LIST-09 C-26 G-17 P-02 lists are sorted by the viewer’s mutual friends, then by name, page by page', async ({
  app,
  ben,
  cleo,
}) => {
  const star = await aMember(app.db, 'icon')
  const friends = [await aMember(app.db, 'friend1'), await aMember(app.db, 'friend2')]
  const fans: { id: string; name: string; mutual: number }[] = []
  for (let i = 0; i < 70; i += 1) {
    const name = `${['Ärne', 'Zoe', 'mia'][i % 3]} ${String(i).padStart(2, '0')}`
    const id = await aMember(app.db, `fan${i}`)
    await app.db.updateTable('profiles').set({ full_name: name }).where('user_id', '=', id).execute()
    await follow(app.db, id, star)
    const mutual = i % 5 === 0 ? 2 : i % 7 === 0 ? 1 : 0
    for (const friend of friends.slice(0, mutual)) await follow(app.db, friend, id)
    fans.push({ id, name, mutual })
  }
  for (const friend of friends) await follow(app.db, ben.user_id, friend)
  const folded = (name: string) => name.toLowerCase().replace('ä', 'a')
  const expected = fans
    .toSorted((a, b) => b.mutual - a.mutual || (folded(a.name) < folded(b.name) ? -1 : 1))
    .map(({ id, mutual }) => [id, mutual])
  const seen = await list(ben, star, 'followers')
  expect(seen.items.map(({ user_id, mutual_count }) => [user_id, mutual_count])).toEqual(expected)
  expect(seen.count).toBe(70)
  const plain = await list(cleo, star, 'followers')
  expect(plain.items.every(({ mutual_count }) => mutual_count === 0)).toBe(true)
  const one = fans[0]?.id ?? ''
  expect((await list(ben, one, 'following')).items.map(({ user_id }) => user_id)).toEqual([star])
})

test('DATA-19 a person in a list has id, photo, names, bio, and the number of mutual friends', async ({
  app,
  ada,
}) => {
  const [star, fan] = [await aMember(app.db, 'idol'), await aMember(app.db, 'admirer')]
  const texts = { full_name: 'Ida Brandt', bio: 'Curbs.' }
  await app.db.updateTable('profiles').set(texts).where('user_id', '=', fan).execute()
  await follow(app.db, fan, star)
  expect((await ada.listFollowers(star)).items).toMatchObject([
    { user_id: fan, username: 'admirer', avatar_url: null, ...texts, mutual_count: 0 },
  ])
})

test('LIST-13 lists are for members, contain visible people, and a cursor is for its list only', async ({
  visitor,
  app,
  ada,
}) => {
  await expect(visitor.listFollowers(ada.user_id)).rejects.toMatchObject({ status: 401 })
  expect(await getOutcome(ada.listFollowing(uuid()))).toBe('PERSON_NOT_FOUND')
  const star = await app.db
    .selectFrom('profiles')
    .select('user_id')
    .where('username', '=', 'icon')
    .executeTakeFirstOrThrow()
  const first = await ada.listFollowers(star.user_id)
  const cursor = first.next_cursor ?? ''
  expect(await getOutcome(ada.listFollowing(star.user_id, { cursor }))).toBe('BAD_CURSOR')
})

test('people across a block are neither in lists nor in counts', async ({ app, ada, ben, cleo }) => {
  const star = await aMember(app.db, 'bridge')
  await follow(app.db, ben.user_id, star)
  await follow(app.db, cleo.user_id, star)
  await ben.blockPerson(cleo.user_id)
  for (const [who, others] of [
    [ben, ['ben']],
    [cleo, ['cleo']],
    [ada, ['ben', 'cleo']],
  ] as const) {
    const { items, count } = await list(who, star, 'followers')
    expect(items.map(({ username }) => username)).toEqual(others)
    expect(count).toBe(others.length)
    const profile = await who.getProfile(star)
    expect(profile.followers_count).toBe(others.length)
  }
  await ben.unblockPerson(cleo.user_id)
})

test('RT-04 RT-05 follows and counts are published through the outbox', async ({ app, ben, cleo }) => {
  const { rows: before } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from events`.execute(
    app.db,
  )
  await ben.followPerson(cleo.user_id)
  await until(async () => {
    const events = await app.db
      .selectFrom('events')
      .select(['topic', 'name', 'data'])
      .where('id', '>', before[0]?.id ?? 0)
      .where('topic', '=', 'people')
      .execute()
    expect(events).toContainEqual({
      topic: 'people',
      name: 'follow',
      data: { follower_id: ben.user_id, following_id: cleo.user_id, following: true },
    })
    expect(events.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ kind: 'counts', user_id: cleo.user_id, followers_count: 1 }),
    )
  })
})

test('F4 FOLLOW-01 repeatedly following and unfollowing creates one notification', async ({
  app,
  ada,
  cleo,
}) => {
  for (let i = 0; i < 20; i += 1) {
    await cleo.followPerson(ada.user_id)
    await cleo.unfollowPerson(ada.user_id)
  }
  const lines = await app.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', ada.user_id)
    .where('type', '=', 'follow')
    .where('from_user_id', '=', cleo.user_id)
    .execute()
  expect(lines).toHaveLength(1)
})

test('F1 limits follows per person: the 101st within an hour has to wait, but not another person’s', async () => {
  const strict = await testApp({ rates: {} })
  const { dora, emil } = await actors(strict, 'dora', 'emil')
  const flo = await aMember(strict.db, 'flo')
  const follows = (who: Actor) =>
    strict.app.inject({ method: 'PUT', url: `/api/people/${flo}/follow`, headers: who.bearer })
  for (let i = 0; i < 100; i += 1) expect((await follows(dora)).statusCode).toBe(200)
  const refused = await follows(dora)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await follows(emil)).statusCode).toBe(200)
  await strict.close()
})
