import type { DiscoverItem, Post } from '@nollie/contract'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import { aPost, follow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { test } from '../../../test/world/fixtures.ts'

test.beforeEach(async ({ app }) => {
  for (const table of ['mutes', 'blocks', 'follows', 'notifications', 'posts'] as const)
    await app.db.deleteFrom(table).execute()
})

async function listIds(who: Actor, url: string): Promise<string[]> {
  const { items } = (await who.send('GET', url)).json<{ items: Partial<Post & DiscoverItem>[] }>()
  return items.map(({ id, post_id }) => post_id ?? id ?? '')
}

async function streams(who: Actor) {
  return {
    all: await listIds(who, '/api/posts'),
    followed: await listIds(who, '/api/posts?filter=followed'),
    discover: await listIds(who, '/api/discover'),
  }
}

function everywhere(...ids: string[]) {
  return { all: ids, followed: ids, discover: ids }
}

function minute(minutes: number) {
  return new Date(Date.UTC(2026, 5, 1, 12, minutes))
}

test('a muted person’s posts leave both feeds and Discover for the muter only, and return', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  for (const reader of [ada.user_id, cleo.user_id]) await follow(app.db, reader, ben.user_id)
  await follow(app.db, ada.user_id, cleo.user_id)
  const oldest = await aPost(app.db, cleo.user_id, { created_at: minute(0) })
  const bens = await aPost(app.db, ben.user_id, { created_at: minute(1) })
  const cleos = await aPost(app.db, cleo.user_id, { created_at: minute(2) })
  expect(await streams(ada)).toEqual(everywhere(cleos, bens, oldest))
  expect(await ada.newPostsSince({ since: oldest })).toEqual({ count: 2 })

  expect(await ada.mutePerson(ben.user_id)).toEqual({ muted: true })
  expect(await ada.mutePerson(ben.user_id)).toEqual({ muted: true })
  expect(await streams(ada)).toEqual(everywhere(cleos, oldest))
  expect(await ada.newPostsSince({ since: oldest })).toEqual({ count: 1 })
  expect(await ada.newPostsSince({ since: oldest, filter: 'followed' })).toEqual({ count: 1 })
  expect((await streams(cleo)).all).toEqual([cleos, bens, oldest])

  // Their page and posts stay where they are, and so does the follow.
  expect(await listIds(ada, `/api/people/${ben.user_id}/posts`)).toEqual([bens])
  expect((await ada.send('GET', `/api/posts/${bens}`)).statusCode).toBe(200)
  expect(await ada.getProfile(ben.user_id)).toMatchObject({ muted: true, following: true })

  expect(await ada.unmutePerson(ben.user_id)).toEqual({ muted: false })
  expect(await ada.unmutePerson(ben.user_id)).toEqual({ muted: false })
  expect(await streams(ada)).toEqual(everywhere(cleos, bens, oldest))
  expect(await ada.getProfile(ben.user_id)).toMatchObject({ muted: false })
})

test('nothing that a muted person does notifies the muter, and earlier notifications return afterwards', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const post = await aPost(app.db, ada.user_id)
  await ben.likes(post)
  await cleo.likes(post)
  expect(await ada.unreadCount()).toBe(2)
  await ada.mutePerson(ben.user_id)
  await ben.followPerson(ada.user_id)
  expect(await ada.unreadCount()).toBe(1)
  expect((await ada.notifications()).map(({ type }) => type)).toEqual(['like'])
  await ada.unmutePerson(ben.user_id)
  expect((await ada.notifications()).map(({ type }) => type).toSorted()).toEqual(['follow', 'like'])
})

test('a muted person can’t tell: what they see of the muter is the same as before', async ({
  app,
  ada,
  ben,
}) => {
  await aPost(app.db, ada.user_id)
  const look = async () => [
    await ben.getProfile(ada.user_id),
    await streams(ben),
    (await ben.listMutes()).items,
  ]
  const before = await look()
  await ada.mutePerson(ben.user_id)
  expect(await look()).toEqual(before)
  await ben.unmutePerson(ada.user_id)
  expect((await ada.listMutes()).items).toMatchObject([{ user_id: ben.user_id, user: { username: 'ben' } }])
})

test('no one can mute themselves, an unknown person, or one they can’t see; all known people can be unmuted', async ({
  ada,
  ben,
}) => {
  expect(await getOutcome(ada.mutePerson(ada.user_id))).toBe('BAD_REQUEST')
  expect(await getOutcome(ada.mutePerson('01890000-0000-7000-8000-000000000000'))).toBe('PERSON_NOT_FOUND')
  expect(await getOutcome(ada.unmutePerson('01890000-0000-7000-8000-000000000000'))).toBe('PERSON_NOT_FOUND')
  await ada.mutePerson(ben.user_id)
  await ben.blockPerson(ada.user_id)
  expect(await getOutcome(ada.mutePerson(ben.user_id))).toBe('PERSON_NOT_FOUND')
  expect((await ada.listMutes()).items).toMatchObject([{ user_id: ben.user_id, user: null }])
  expect(await ada.unmutePerson(ben.user_id)).toEqual({ muted: false })
})

test('the list of muted people continues page by page, newest first', async ({ app, ada }) => {
  const names = Array.from({ length: 32 }, (_, i) => `bore${String(i).padStart(2, '0')}`)
  for (const name of names) {
    const muted_id = await aMember(app.db, name)
    await app.db
      .insertInto('mutes')
      .values({ muter_id: ada.user_id, muted_id, created_at: minute(names.indexOf(name)) })
      .execute()
  }
  const first = await ada.listMutes()
  const second = await ada.listMutes({ cursor: first.next_cursor ?? '' })
  expect([...first.items, ...second.items].map(({ user }) => user?.username)).toEqual(names.toReversed())
  expect(second.next_cursor).toBeNull()
  expect(await getOutcome(ada.listMutes({ cursor: 'bm90aGluZw' }))).toBe('BAD_CURSOR')
})
