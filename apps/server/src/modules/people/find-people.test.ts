import type { PersonCard } from '@nollie/contract'
import { expect } from 'vitest'
import { type TestApp, testApp } from '../../../test/world/app.ts'
import { aPost, aSpotRow, follow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { type Actor, actors } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'

async function get(who: Actor, url: string) {
  return (await who.send('GET', url)).json()
}

function names(items: { username: string }[]) {
  return items.map(({ username }) => username)
}

async function find(who: Actor, q: string) {
  return names((await get(who, `/api/people?q=${encodeURIComponent(q)}`)).items)
}

async function called(app: TestApp, username: string, full_name: string) {
  const id = await aMember(app.db, username)
  await app.db.updateTable('profiles').set({ full_name }).where('user_id', '=', id).execute()
  return id
}

test('CONN-07 a lone member finds no one, and no one finds themselves', async () => {
  const alone = await testApp()
  const { zed } = await actors(alone, 'zed')
  for (const url of ['/api/people', '/api/people?q=zed', '/api/people/suggestions'])
    expect((await alone.app.inject({ url, headers: zed.bearer })).json().items, url).toEqual([])
  await alone.close()
})

test('CONN-03 DISC-12 people are found by part of a username or name, ignoring case and accents; prefixes come first', async ({
  app,
  ada,
  ben,
}) => {
  await called(app, 'josefine', 'Ñandú Köhler')
  await called(app, 'kohl.rabi', 'Zed')
  await called(app, 'marko', 'Marko Kohlmeyer')
  await called(app, 'sarkohlik', 'Nobody')
  expect(await find(ada, 'kohl')).toEqual(['kohl.rabi', 'marko', 'josefine', 'sarkohlik'])
  expect(await find(ada, 'KÖHL')).toEqual(await find(ada, 'kohl'))
  expect(await find(ada, 'ndu k')).toEqual(['josefine'])
  expect(await find(ada, '@Jose')).toEqual(['josefine'])
  expect(await find(ada, 'ada')).toEqual([])
  expect(await find(ben, 'ada')).toEqual(['ada'])
  expect(await find(ada, 'no such name')).toEqual([])
})

test('a name is found when typed without its space', async ({ app, ada }) => {
  await called(app, 'kickflip', 'Maya Okafor')
  expect(await find(ada, 'mayaokafor')).toEqual(['kickflip'])
  expect(await find(ada, 'MayaOka')).toEqual(['kickflip'])
  expect(await find(ada, 'ayaokafor')).toEqual([])
  // A single character that represents three letters.
  await called(app, 'roller', 'Lo Gan')
  expect(await find(ada, '㏒')).toEqual(['roller'])
})

test('pattern wildcards are searched literally', async ({ app, ada }) => {
  await called(app, 'per_cent', '100% Skate\\er')
  expect(await find(ada, '100%')).toEqual(['per_cent'])
  expect(await find(ada, 'skate\\')).toEqual(['per_cent'])
  expect(await find(ada, 'r_c')).toEqual(['per_cent'])
  expect(await find(ada, '%%%')).toEqual([])
  expect(await find(ada, "'; drop table profiles --")).toEqual([])
})

test('CONN-04 API-26 without a query everyone else is listed, newest first; both lists are paged', async ({
  app,
  ada,
}) => {
  const made: string[] = []
  for (let i = 0; i < 40; i += 1) made.push(await aMember(app.db, `crowd${String(i).padStart(2, '0')}`))
  const all: PersonCard[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: PersonCard[]; next_cursor: string | null } = await get(
      ada,
      `/api/people${cursor && `?cursor=${cursor}`}`,
    )
    all.push(...page.items)
    cursor = page.next_cursor
  }
  expect(all.slice(0, 40).map(({ user_id }) => user_id)).toEqual(made.toReversed())
  expect(names(all)).toContain('ben')
  expect(names(all)).not.toContain('ada')
  expect(new Set(all.map(({ user_id }) => user_id)).size).toBe(all.length)
  const first = await get(ada, '/api/people?q=crowd')
  const second = await get(ada, `/api/people?q=crowd&cursor=${first.next_cursor}`)
  expect(names([...first.items, ...second.items])).toEqual(
    Array.from({ length: 40 }, (_, i) => `crowd${String(i).padStart(2, '0')}`),
  )
  expect((await get(ada, `/api/people?q=other&cursor=${first.next_cursor}`)).code).toBe('BAD_CURSOR')
})

test('suggestions are mutual friends, people with spots near one’s own, then the newest, each with its reason', async ({
  app,
  ada,
  ben,
}) => {
  const [friend, other, star, near, far] = [
    await aMember(app.db, 'friend'),
    await aMember(app.db, 'friend2'),
    await aMember(app.db, 'star'),
    await aMember(app.db, 'near'),
    await aMember(app.db, 'far'),
  ]
  const middling = await aMember(app.db, 'middling')
  for (const one of [friend, other]) {
    await follow(app.db, ada.user_id, one)
    await follow(app.db, one, star)
  }
  await follow(app.db, friend, middling)
  await follow(app.db, friend, ada.user_id)
  const mine = await aSpotRow(app.db, ben.user_id)
  await aPost(app.db, ada.user_id, { spot_id: mine })
  await aSpotRow(app.db, near)
  const away = await aSpotRow(app.db, far)
  await app.db.updateTable('spots').set({ latitude: -33.9, longitude: 18.4 }).where('id', '=', away).execute()
  const { items } = await get(ada, '/api/people/suggestions')
  const found = items.map(
    ({ username, reason }: { username: string; reason: string }) => `${username} ${reason}`,
  )
  expect(found.slice(0, 2)).toEqual(['star mutual', 'middling mutual'])
  expect(found.slice(2, 4).toSorted()).toEqual(['ben nearby', 'near nearby'])
  expect(found).toContain('far new')
  expect(items[0].mutual_count).toBe(2)
  // A new member with an approximate position gets people nearby, then active ones.
  await aPost(app.db, far, { spot_id: away })
  const there = await get(ada, '/api/people/suggestions?near=-33.9,18.4&fill=active')
  const getReason = (name: string) =>
    there.items.find(({ username }: { username: string }) => username === name)?.reason
  expect([getReason('far'), getReason('near')]).toEqual(['nearby', 'nearby'])
  const active = await get(ada, '/api/people/suggestions?fill=active')
  expect(active.items.find(({ username }: { username: string }) => username === 'far').reason).toBe('active')
  for (const gone of ['ada', 'friend', 'friend2']) expect(names(items)).not.toContain(gone)
  await ada.blockPerson(star)
  expect(names((await get(ada, '/api/people/suggestions')).items)).not.toContain('star')
  expect(await find(ada, 'star')).toEqual([])
})
