import type { PersonCard } from '@nollie/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { people, type TestPerson } from '../../../test/people.ts'
import { aPost, aSpotRow, follow } from '../../../test/posts.ts'
import { aMember } from '../../../test/spots.ts'

let it: TestApp
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  it = await testApp()
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
})
afterAll(() => it.close())

const get = async (url: string, who: TestPerson = ada) =>
  (await it.app.inject({ url, headers: who.bearer })).json()
const names = (items: { username: string }[]) => items.map(({ username }) => username)
const find = async (q: string, who = ada) =>
  names((await get(`/api/people?q=${encodeURIComponent(q)}`, who)).items)
const called = async (username: string, full_name: string) => {
  const id = await aMember(it.db, username)
  await it.db.updateTable('profiles').set({ full_name }).where('user_id', '=', id).execute()
  return id
}

test('CONN-07 with nobody else there is nobody to find, and oneself is never found', async () => {
  const alone = await testApp()
  const { zed } = await people(alone, 'zed')
  for (const url of ['/api/people', '/api/people?q=zed', '/api/people/suggestions'])
    expect((await alone.app.inject({ url, headers: zed.bearer })).json().items, url).toEqual([])
  await alone.close()
})

test('CONN-03 DISC-12 people are found by a part of username or name, in any case and without accents; beginnings first', async () => {
  await called('josefine', 'Ñandú Köhler')
  await called('kohl.rabi', 'Zed')
  await called('marko', 'Marko Kohlmeyer')
  await called('sarkohlik', 'Nobody')
  expect(await find('kohl')).toEqual(['kohl.rabi', 'marko', 'josefine', 'sarkohlik'])
  expect(await find('KÖHL')).toEqual(await find('kohl'))
  expect(await find('ndu k')).toEqual(['josefine'])
  expect(await find('@Jose')).toEqual(['josefine'])
  expect(await find('ada')).toEqual([])
  expect(await find('ada', ben)).toEqual(['ada'])
  expect(await find('no such name')).toEqual([])
})

test('a name is found without its space', async () => {
  await called('kickflip', 'Maya Okafor')
  expect(await find('mayaokafor')).toEqual(['kickflip'])
  expect(await find('MayaOka')).toEqual(['kickflip'])
  expect(await find('ayaokafor')).toEqual([])
})

test('signs that searches read are words like others', async () => {
  await called('per_cent', '100% Skate\\er')
  expect(await find('100%')).toEqual(['per_cent'])
  expect(await find('skate\\')).toEqual(['per_cent'])
  expect(await find('r_c')).toEqual(['per_cent'])
  expect(await find('%%%')).toEqual([])
  expect(await find("'; drop table profiles --")).toEqual([])
})

test('CONN-04 API-26 without words there is everybody else, newest first; both go on page by page', async () => {
  const made: string[] = []
  for (let i = 0; i < 40; i += 1) made.push(await aMember(it.db, `crowd${String(i).padStart(2, '0')}`))
  const all: PersonCard[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: PersonCard[]; next_cursor: string | null } = await get(
      `/api/people${cursor && `?cursor=${cursor}`}`,
    )
    all.push(...page.items)
    cursor = page.next_cursor
  }
  expect(all.slice(0, 40).map(({ user_id }) => user_id)).toEqual(made.toReversed())
  expect(names(all)).toContain('ben')
  expect(names(all)).not.toContain('ada')
  expect(new Set(all.map(({ user_id }) => user_id)).size).toBe(all.length)
  const first = await get('/api/people?q=crowd')
  const second = await get(`/api/people?q=crowd&cursor=${first.next_cursor}`)
  expect(names([...first.items, ...second.items])).toEqual(
    Array.from({ length: 40 }, (_, i) => `crowd${String(i).padStart(2, '0')}`),
  )
  expect((await get(`/api/people?q=other&cursor=${first.next_cursor}`)).code).toBe('BAD_CURSOR')
})

test('suggestions: whom one’s friends follow, who shares spots near one’s own, then the newest; each with its reason', async () => {
  const [friend, other, star, near, far] = [
    await aMember(it.db, 'friend'),
    await aMember(it.db, 'friend2'),
    await aMember(it.db, 'star'),
    await aMember(it.db, 'near'),
    await aMember(it.db, 'far'),
  ]
  const middling = await aMember(it.db, 'middling')
  for (const one of [friend, other]) {
    await follow(it.db, ada.user_id, one)
    await follow(it.db, one, star)
  }
  await follow(it.db, friend, middling)
  await follow(it.db, friend, ada.user_id)
  const mine = await aSpotRow(it.db, ben.user_id)
  await aPost(it.db, ada.user_id, { spot_id: mine })
  await aSpotRow(it.db, near)
  const away = await aSpotRow(it.db, far)
  await it.db.updateTable('spots').set({ latitude: -33.9, longitude: 18.4 }).where('id', '=', away).execute()
  const { items } = await get('/api/people/suggestions')
  const found = items.map(
    ({ username, reason }: { username: string; reason: string }) => `${username} ${reason}`,
  )
  expect(found.slice(0, 2)).toEqual(['star mutual', 'middling mutual'])
  expect(found.slice(2, 4).toSorted()).toEqual(['ben nearby', 'near nearby'])
  expect(found).toContain('far new')
  expect(items[0].mutual_count).toBe(2)
  // Who is new here and says roughly where, gets who is near, and then who posts.
  await aPost(it.db, far, { spot_id: away })
  const there = await get('/api/people/suggestions?near=-33.9,18.4&fill=active')
  const reasonOf = (name: string) =>
    there.items.find(({ username }: { username: string }) => username === name)?.reason
  expect([reasonOf('far'), reasonOf('near')]).toEqual(['nearby', 'nearby'])
  const active = await get('/api/people/suggestions?fill=active')
  expect(active.items.find(({ username }: { username: string }) => username === 'far').reason).toBe('active')
  for (const gone of ['ada', 'friend', 'friend2']) expect(names(items)).not.toContain(gone)
  await it.app.inject({ method: 'PUT', url: `/api/people/${star}/block`, headers: ada.bearer })
  expect(names((await get('/api/people/suggestions')).items)).not.toContain('star')
  expect(await find('star')).toEqual([])
})
