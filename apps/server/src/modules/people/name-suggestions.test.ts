import type { Person, Profile } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { doings } from '../../../test/news.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aMember } from '../../../test/spots.ts'

let it: TestApp
let act: ReturnType<typeof doings>
let ada: TestPerson
let adam: TestPerson
let ben: TestPerson
beforeAll(async () => {
  it = await testApp()
  act = doings(it)
  ;({ ada, adam, ben } = await people(it, 'ada', 'adam', 'ben'))
  for (const name of ['adalbert.long', 'adele', 'adi', 'adrian', 'adriana', 'advik'])
    await aMember(it.db, name)
})
afterAll(() => it.close())

const offered = async (q: string, who = ben) =>
  (await act.ok(who, 'GET', `/api/people/names?q=${encodeURIComponent(q)}`)).json<{ items: Person[] }>().items
const names = async (q: string, who = ben) => (await offered(q, who)).map(({ username }) => username)

test('names are offered by their beginning, those one follows first, at most six, never oneself', async () => {
  expect(await names('ad')).toEqual(['ada', 'adi', 'adam', 'adele', 'advik', 'adrian'])
  expect(await names('AD', ada)).not.toContain('ada')
  const [long] = await offered('adalb')
  await act.ok(ben, 'PUT', `/api/people/${long?.user_id}/follow`)
  expect((await names('ad')).slice(0, 2)).toEqual(['adalbert.long', 'ada'])
  await it.db
    .updateTable('profiles')
    .set({ full_name: 'Inês Okafor' })
    .where('username', '=', 'advik')
    .execute()
  expect(await names('ines')).toEqual(['advik'])
  for (const q of ['da', 'a%', '__']) expect(await names(q), q).toEqual([])
  for (const q of ['', 'a', ' '])
    expect((await act.send(ben, 'GET', `/api/people/names?q=${q}`)).json().code, q).toBe('BAD_REQUEST')
})

test('nobody across a block, and nobody who is suspended, is offered or named in a bio', async () => {
  const bio = 'Films @adam, and @nobody. https://example.org'
  const { version } = (await act.ok(ada, 'GET', `/api/people/${ada.user_id}`)).json<Profile>()
  const edit = { username: 'ada', full_name: null, bio, instagram_url: null }
  await act.ok(ada, 'PATCH', '/api/profile', edit, { 'if-match': `"${version}"` })
  const named = async () =>
    (await act.ok(ben, 'GET', `/api/people/${ada.user_id}`)).json<Profile>().bio_mentions
  expect(await named()).toEqual([{ username: 'adam', user_id: adam.user_id }])
  await act.block(adam, ben)
  expect(await named()).toEqual([])
  expect(await names('adam')).toEqual([])
  await it.db.deleteFrom('blocks').execute()
  await it.db
    .updateTable('profiles')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', adam.user_id)
    .execute()
  expect(await named()).toEqual([])
  expect(await names('adam')).toEqual([])
})
