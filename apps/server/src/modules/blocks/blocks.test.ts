import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { follow } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'
import { isBlockedBetween, isThereFor, selectBlocked } from './index.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
})
afterAll(() => it.close())

const ask = (method: 'PUT' | 'DELETE' | 'GET', url: string, who: TestPerson) =>
  it.app.inject({ method, url, headers: who.bearer })
const follows = () =>
  it.db.selectFrom('follows').select(['follower_id', 'following_id']).orderBy('follower_id').execute()

test('a block ends the follows of the two, holds both ways, and is taken back without them', async () => {
  const cleo = await aMember(it.db, 'cleo')
  await follow(it.db, ada.user_id, ben.user_id)
  await follow(it.db, ben.user_id, ada.user_id)
  await follow(it.db, ben.user_id, cleo)
  const first = await ask('PUT', `/api/people/${ben.user_id}/block`, ada)
  expect(first.json()).toEqual({ blocked: true })
  expect((await ask('PUT', `/api/people/${ben.user_id}/block`, ada)).statusCode).toBe(200)
  expect(await follows()).toEqual([{ follower_id: ben.user_id, following_id: cleo }])
  expect(await isBlockedBetween(it.db, ada.user_id, ben.user_id)).toBe(true)
  expect(await isBlockedBetween(it.db, ben.user_id, ada.user_id)).toBe(true)
  expect(await isThereFor(it.db, ben.user_id, ada.user_id)).toBe(false)
  expect(await isThereFor(it.db, null, ada.user_id)).toBe(true)
  expect(await selectBlocked(it.db, [ben.user_id, cleo])).toEqual([
    { user_id: ben.user_id, blocked: [ada.user_id] },
  ])
  expect((await ask('DELETE', `/api/people/${ben.user_id}/block`, ada)).json()).toEqual({ blocked: false })
  expect(await isBlockedBetween(it.db, ada.user_id, ben.user_id)).toBe(false)
  expect(await follows()).toHaveLength(1)
})

test('only who blocked can take it back and see it in a list', async () => {
  await ask('PUT', `/api/people/${ben.user_id}/block`, ada)
  await ask('DELETE', `/api/people/${ada.user_id}/block`, ben)
  expect(await isBlockedBetween(it.db, ada.user_id, ben.user_id)).toBe(true)
  const adas = (await ask('GET', '/api/blocks', ada)).json()
  expect(adas.items.map(({ user }: { user: { username: string } }) => user.username)).toEqual(['ben'])
  expect((await ask('GET', '/api/blocks', ben)).json().items).toEqual([])
  await ask('DELETE', `/api/people/${ben.user_id}/block`, ada)
})

test('blocking back names nobody, nor does a block on who is away; each can still be taken back', async () => {
  const cleo = await aMember(it.db, 'cleo.away')
  await ask('PUT', `/api/people/${ben.user_id}/block`, ada)
  await ask('PUT', `/api/people/${ada.user_id}/block`, ben)
  await ask('PUT', `/api/people/${cleo}/block`, ben)
  await it.db.updateTable('profiles').set({ suspended_at: new Date() }).where('user_id', '=', cleo).execute()
  const bens = await ask('GET', '/api/blocks', ben)
  expect(bens.json().items).toMatchObject([
    { user_id: cleo, user: null },
    { user_id: ada.user_id, user: null },
  ])
  expect(bens.body).not.toMatch(/"ada"|cleo/)
  for (const user_id of [cleo, ada.user_id])
    expect((await ask('DELETE', `/api/people/${user_id}/block`, ben)).statusCode).toBe(200)
  // Whom Ada alone blocks she can read again.
  expect((await ask('GET', '/api/blocks', ada)).json().items).toMatchObject([
    { user_id: ben.user_id, user: { username: 'ben' } },
  ])
  await ask('DELETE', `/api/people/${ben.user_id}/block`, ada)
})

test('nobody blocks themselves, or who is not there', async () => {
  expect((await ask('PUT', `/api/people/${ada.user_id}/block`, ada)).statusCode).toBe(400)
  const nobody = await ask('PUT', '/api/people/01890000-0000-7000-8000-000000000000/block', ada)
  expect(nobody.json().code).toBe('PERSON_NOT_FOUND')
})

test('the list of blocks goes on page by page, newest first', async () => {
  const names = Array.from({ length: 32 }, (_, i) => `troll${String(i).padStart(2, '0')}`)
  for (const name of names) await ask('PUT', `/api/people/${await aMember(it.db, name)}/block`, ada)
  const first = (await ask('GET', '/api/blocks', ada)).json()
  const second = (await ask('GET', `/api/blocks?cursor=${first.next_cursor}`, ada)).json()
  const found = [...first.items, ...second.items].map(({ user }) => user.username)
  expect(found).toEqual(names.toReversed())
  expect(second.next_cursor).toBeNull()
  expect((await ask('GET', '/api/blocks?cursor=bm90aGluZw', ada)).json().code).toBe('BAD_CURSOR')
})

test('FOLLOW-04 a follow and a block at one moment leave no follow', async () => {
  const [ed, flo] = [await aMember(it.db, 'edd'), await aMember(it.db, 'flo')]
  for (let round = 0; round < 20; round += 1) {
    await it.db.deleteFrom('blocks').where('blocker_id', '=', ed).execute()
    await Promise.allSettled([
      it.db.insertInto('blocks').values({ blocker_id: ed, blocked_id: flo }).execute(),
      follow(it.db, flo, ed),
      follow(it.db, ed, flo),
    ])
    const left = await it.db
      .selectFrom('follows')
      .select('id')
      .where('follower_id', 'in', [ed, flo])
      .where('following_id', 'in', [ed, flo])
      .execute()
    expect(left).toEqual([])
  }
})
