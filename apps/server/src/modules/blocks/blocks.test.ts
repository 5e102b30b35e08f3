import { expect } from 'vitest'
import { actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aPost, follow } from '../../../test/makers/posts.ts'
import { aMember } from '../../../test/makers/spots.ts'
import { isBlockedBetween, isVisibleTo, selectBlocked } from './index.ts'

function follows({ db }: TestApp) {
  return db.selectFrom('follows').select(['follower_id', 'following_id']).orderBy('follower_id').execute()
}

test('a block ends the follows between two people and hides them from each other; unblocking does not restore follows', async ({
  app,
  ada,
  ben,
}) => {
  const cleo = await aMember(app.db, 'cleo')
  await follow(app.db, ada.user_id, ben.user_id)
  await follow(app.db, ben.user_id, ada.user_id)
  await follow(app.db, ben.user_id, cleo)
  expect(await ada.blockPerson(ben.user_id)).toEqual({ blocked: true })
  expect(await ada.blockPerson(ben.user_id)).toEqual({ blocked: true })
  expect(await follows(app)).toEqual([{ follower_id: ben.user_id, following_id: cleo }])
  expect(await isBlockedBetween(app.db, ada.user_id, ben.user_id)).toBe(true)
  expect(await isBlockedBetween(app.db, ben.user_id, ada.user_id)).toBe(true)
  expect(await isVisibleTo(app.db, ben.user_id, ada.user_id)).toBe(false)
  expect(await isVisibleTo(app.db, null, ada.user_id)).toBe(true)
  expect(await selectBlocked(app.db, [ben.user_id, cleo])).toEqual([
    { user_id: ben.user_id, blocked: [ada.user_id] },
  ])
  expect(await ada.unblockPerson(ben.user_id)).toEqual({ blocked: false })
  expect(await isBlockedBetween(app.db, ada.user_id, ben.user_id)).toBe(false)
  expect(await follows(app)).toHaveLength(1)
})

test('only the blocker can unblock and sees the block in a list', async ({ app, ada, ben }) => {
  await ada.blockPerson(ben.user_id)
  await ben.unblockPerson(ada.user_id)
  expect(await isBlockedBetween(app.db, ada.user_id, ben.user_id)).toBe(true)
  expect((await ada.listBlocks()).items.map(({ user }) => user?.username)).toEqual(['ben'])
  expect((await ben.listBlocks()).items).toEqual([])
  await ada.unblockPerson(ben.user_id)
})

test('the list does not name people who block back or are hidden; each of them can be unblocked', async ({
  app,
  ada,
  ben,
}) => {
  const cleo = await aMember(app.db, 'cleo.away')
  await ada.blockPerson(ben.user_id)
  await ben.blockPerson(ada.user_id)
  await ben.blockPerson(cleo)
  await app.db.updateTable('profiles').set({ suspended_at: new Date() }).where('user_id', '=', cleo).execute()
  const bens = await ben.send('GET', '/api/blocks')
  expect(bens.json().items).toMatchObject([
    { user_id: cleo, user: null },
    { user_id: ada.user_id, user: null },
  ])
  expect(bens.body).not.toMatch(/"ada"|cleo/)
  for (const user_id of [cleo, ada.user_id])
    expect(await ben.unblockPerson(user_id)).toEqual({ blocked: false })
  // Ada can see the name of a person again if the block is only hers.
  expect((await ada.listBlocks()).items).toMatchObject([{ user_id: ben.user_id, user: { username: 'ben' } }])
  await ada.unblockPerson(ben.user_id)
})

test('unblocking without a block notifies neither person', async ({ app, ada, ben }) => {
  // Checks only their own topics, because count events for both can be published to everyone at the same time.
  const own = [ada, ben].map(({ user_id }) => `user:${user_id}`)
  const published = () =>
    app.db.selectFrom('events').select('id').where('topic', 'in', own).orderBy('id').execute()
  await ada.blockPerson(ben.user_id)
  await ada.unblockPerson(ben.user_id)
  const before = await published()
  expect(before.length).toBeGreaterThan(0)
  expect(await ada.unblockPerson(ben.user_id)).toEqual({ blocked: false })
  expect(await published()).toEqual(before)
})

test('no one can block themselves or an unknown person', async ({ ada }) => {
  await expect(ada.blockPerson(ada.user_id)).rejects.toMatchObject({ status: 400 })
  const nobody = '01890000-0000-7000-8000-000000000000'
  expect(await getOutcome(ada.blockPerson(nobody))).toBe('PERSON_NOT_FOUND')
})

test('the list of blocks continues page by page, newest first', async ({ app, ada }) => {
  const names = Array.from({ length: 32 }, (_, i) => `troll${String(i).padStart(2, '0')}`)
  for (const name of names) await ada.blockPerson(await aMember(app.db, name))
  const first = await ada.listBlocks()
  const second = await ada.listBlocks({ cursor: first.next_cursor ?? '' })
  const found = [...first.items, ...second.items].map(({ user }) => user?.username)
  expect(found).toEqual(names.toReversed())
  expect(second.next_cursor).toBeNull()
  expect(await getOutcome(ada.listBlocks({ cursor: 'bm90aGluZw' }))).toBe('BAD_CURSOR')
})

test('FOLLOW-04 a concurrent follow and block leave no follow', async ({ app }) => {
  const [ed, flo] = [await aMember(app.db, 'edd'), await aMember(app.db, 'flo')]
  for (let round = 0; round < 20; round += 1) {
    await app.db.deleteFrom('blocks').where('blocker_id', '=', ed).execute()
    await Promise.allSettled([
      app.db.insertInto('blocks').values({ blocker_id: ed, blocked_id: flo }).execute(),
      follow(app.db, flo, ed),
      follow(app.db, ed, flo),
    ])
    const left = await app.db
      .selectFrom('follows')
      .select('id')
      .where('follower_id', 'in', [ed, flo])
      .where('following_id', 'in', [ed, flo])
      .execute()
    expect(left).toEqual([])
  }
})

test('F3 two people who block each other are subtracted from a count only once', async ({
  app,
  ada,
  ben,
}) => {
  const cara = await actor(app, 'cara')
  const dan = await aMember(app.db, 'dan')
  const post = await aPost(app.db, cara.user_id)
  for (const id of [ben.user_id, dan]) await follow(app.db, id, cara.user_id)
  await ben.likes(post)
  await cara.likes(post)
  const { id: comment_id } = await ben.comments(post, 'Clean.')
  await ben.likeComment(comment_id)
  await ada.blockPerson(ben.user_id)
  await ben.blockPerson(ada.user_id)
  expect(await ada.getProfile(cara.user_id)).toMatchObject({ followers_count: 1 })
  expect(await ada.getPost(post)).toMatchObject({
    comments_count: 0,
    media: [{ likes_count: 1, comments_count: 0 }],
  })
  expect(await ada.likeMedia(post, 0)).toMatchObject({ likes_count: 2 })
})
