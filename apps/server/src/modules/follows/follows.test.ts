import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { follow } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'

type Card = { user_id: string; username: string; mutual_count: number; following: boolean }

let it: TestApp
let ada: TestPerson
let ben: TestPerson
let cleo: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben, cleo } = await people(it, 'ada', 'ben', 'cleo'))
})
afterAll(() => it.close())

const ask = (method: 'PUT' | 'DELETE' | 'GET', url: string, who: TestPerson | null) =>
  it.app.inject({ method, url, ...(who && { headers: who.bearer }) })
const list = async (who: TestPerson, user_id: string, kind: 'followers' | 'following') => {
  const items: Card[] = []
  let count = 0
  for (let cursor = ''; ; ) {
    const page = (
      await ask('GET', `/api/people/${user_id}/${kind}${cursor && `?cursor=${cursor}`}`, who)
    ).json()
    items.push(...page.items)
    count = page.count
    if (!page.next_cursor) return { items, count }
    cursor = page.next_cursor
  }
}
const countsOf = async (user_id: string) =>
  (await ask('GET', `/api/people/${user_id}`, ada)).json() as Record<string, number>

test('FOLLOW-01 DATA-12 API-59 API-60 following again and unfollowing again change nothing; the answer says how many', async () => {
  const url = `/api/people/${ben.user_id}/follow`
  for (let i = 0; i < 2; i += 1)
    expect((await ask('PUT', url, ada)).json()).toEqual({ following: true, followers_count: 1 })
  expect((await countsOf(ada.user_id)).following_count).toBe(1)
  const stored = await it.db.selectFrom('follows').select(['follower_id', 'following_id']).execute()
  expect(stored).toEqual([{ follower_id: ada.user_id, following_id: ben.user_id }])
  for (let i = 0; i < 2; i += 1)
    expect((await ask('DELETE', url, ada)).json()).toEqual({ following: false, followers_count: 0 })
  expect(await it.db.selectFrom('follows').select('id').execute()).toEqual([])
})

test('FOLLOW-04 nobody follows themselves, and the database holds it', async () => {
  expect((await ask('PUT', `/api/people/${ada.user_id}/follow`, ada)).statusCode).toBe(400)
  await expect(follow(it.db, ada.user_id, ada.user_id)).rejects.toThrow('check')
})

test('FOLLOW-05 a visitor follows nobody', async () => {
  const answer = await ask('PUT', `/api/people/${ada.user_id}/follow`, null)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'SESSION_MISSING'])
})

test('across a block, and for who is suspended or never was, there is nobody to follow', async () => {
  await ask('PUT', `/api/people/${ada.user_id}/block`, cleo)
  for (const [who, whom] of [
    [ada, cleo.user_id],
    [cleo, ada.user_id],
    [ada, uuid()],
  ] as const) {
    const answer = await ask('PUT', `/api/people/${whom}/follow`, who)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'PERSON_NOT_FOUND'])
  }
  await ask('DELETE', `/api/people/${ada.user_id}/block`, cleo)
  const away = await aMember(it.db, 'away')
  await it.db.updateTable('profiles').set({ suspended_at: new Date() }).where('user_id', '=', away).execute()
  expect((await ask('PUT', `/api/people/${away}/follow`, ada)).statusCode).toBe(404)
})

test('DATA-20 API-62 numbers are right after hundreds of follows at once, on and off', async () => {
  const star = await aMember(it.db, 'star')
  const fans = [ada, ben, cleo]
  await Promise.all(
    Array.from({ length: 120 }, (_, i) =>
      ask(i % 3 === 1 ? 'DELETE' : 'PUT', `/api/people/${star}/follow`, fans[i % 3] ?? ada),
    ),
  )
  const rows = await it.db.selectFrom('follows').select('id').where('following_id', '=', star).execute()
  expect((await countsOf(star)).followers_count).toBe(rows.length)
  await vi.waitFor(
    async () => expect(await it.db.selectFrom('person_delta').select('id').execute()).toEqual([]),
    { timeout: 10_000 },
  )
  const stored = await it.db
    .selectFrom('person_counts')
    .select('followers_count')
    .where('user_id', '=', star)
    .executeTakeFirstOrThrow()
  expect(stored.followers_count).toBe(rows.length)
  await it.db.deleteFrom('follows').where('following_id', '=', star).execute()
})

test('who is suspended counts for nobody, and counts again when let in; who leaves takes their follows along', async () => {
  const [gus, hal] = [await aMember(it.db, 'gus'), await aMember(it.db, 'hal')]
  await follow(it.db, gus, hal)
  await follow(it.db, hal, gus)
  const suspend = (suspended_at: Date | null) =>
    it.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', gus).execute()
  const hals = async () => {
    const { followers_count, following_count } = await countsOf(hal)
    return [followers_count, following_count]
  }
  expect(await hals()).toEqual([1, 1])
  await suspend(new Date())
  expect(await hals()).toEqual([0, 0])
  await suspend(null)
  expect(await hals()).toEqual([1, 1])
  await suspend(new Date())
  await it.db.deleteFrom('users').where('id', '=', gus).execute()
  expect(await hals()).toEqual([0, 0])
})

test('LIST-08 LIST-09 C-26 G-17 P-02 lists are sorted by true mutual friends, then by name, whoever looks and page by page', async () => {
  const star = await aMember(it.db, 'icon')
  const friends = [await aMember(it.db, 'friend1'), await aMember(it.db, 'friend2')]
  const fans: { id: string; name: string; mutual: number }[] = []
  for (let i = 0; i < 70; i += 1) {
    const name = `${['Ärne', 'Zoe', 'mia'][i % 3]} ${String(i).padStart(2, '0')}`
    const id = await aMember(it.db, `fan${i}`)
    await it.db.updateTable('profiles').set({ full_name: name }).where('user_id', '=', id).execute()
    await follow(it.db, id, star)
    const mutual = i % 5 === 0 ? 2 : i % 7 === 0 ? 1 : 0
    for (const friend of friends.slice(0, mutual)) await follow(it.db, friend, id)
    fans.push({ id, name, mutual })
  }
  for (const friend of friends) await follow(it.db, ben.user_id, friend)
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

test('LIST-13 lists are for members, of who is there, and a cursor is of its list', async () => {
  expect((await ask('GET', `/api/people/${ada.user_id}/followers`, null)).statusCode).toBe(401)
  expect((await ask('GET', `/api/people/${uuid()}/following`, ada)).json().code).toBe('PERSON_NOT_FOUND')
  const star = await it.db
    .selectFrom('profiles')
    .select('user_id')
    .where('username', '=', 'icon')
    .executeTakeFirstOrThrow()
  const first = (await ask('GET', `/api/people/${star.user_id}/followers`, ada)).json()
  const other = await ask('GET', `/api/people/${star.user_id}/following?cursor=${first.next_cursor}`, ada)
  expect(other.json().code).toBe('BAD_CURSOR')
})

test('people across a block are neither in lists nor in the numbers shown', async () => {
  const star = await aMember(it.db, 'bridge')
  await follow(it.db, ben.user_id, star)
  await follow(it.db, cleo.user_id, star)
  await ask('PUT', `/api/people/${cleo.user_id}/block`, ben)
  for (const [who, others] of [
    [ben, ['ben']],
    [cleo, ['cleo']],
    [ada, ['ben', 'cleo']],
  ] as const) {
    const { items, count } = await list(who, star, 'followers')
    expect(items.map(({ username }) => username)).toEqual(others)
    expect(count).toBe(others.length)
    const profile = (await ask('GET', `/api/people/${star}`, who)).json()
    expect(profile.followers_count).toBe(others.length)
  }
  await ask('DELETE', `/api/people/${cleo.user_id}/block`, ben)
})

test('RT-04 RT-05 follows and numbers are told in the outbox', async () => {
  const { rows: before } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from events`.execute(
    it.db,
  )
  await ask('PUT', `/api/people/${cleo.user_id}/follow`, ben)
  await vi.waitFor(
    async () => {
      const events = await it.db
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
    },
    { timeout: 10_000 },
  )
})

test('F4 FOLLOW-01 following on and off is one line in the news', async () => {
  for (let i = 0; i < 20; i += 1) {
    await ask('PUT', `/api/people/${ada.user_id}/follow`, cleo)
    await ask('DELETE', `/api/people/${ada.user_id}/follow`, cleo)
  }
  const news = await it.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', ada.user_id)
    .where('type', '=', 'follow')
    .where('from_user_id', '=', cleo.user_id)
    .execute()
  expect(news).toHaveLength(1)
})

test('F1 follows are limited per person: the 101st within the hour waits, another person does not', {
  timeout: 120_000,
}, async () => {
  const strict = await testApp({ rates: {} })
  const { dora, emil } = await people(strict, 'dora', 'emil')
  const flo = await aMember(strict.db, 'flo')
  const follows = (who: TestPerson) =>
    strict.app.inject({ method: 'PUT', url: `/api/people/${flo}/follow`, headers: who.bearer })
  for (let i = 0; i < 100; i += 1) expect((await follows(dora)).statusCode).toBe(200)
  const refused = await follows(dora)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await follows(emil)).statusCode).toBe(200)
  await strict.close()
})
