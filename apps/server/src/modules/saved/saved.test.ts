import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'

/** Returns the ids on all pages of a list. */
async function listIds(
  page: (query: { cursor?: string }) => Promise<{ items: { id: string }[]; next_cursor: string | null }>,
) {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { items, next_cursor } = await page(cursor ? { cursor } : {})
    ids.push(...items.map(({ id }) => id))
    cursor = next_cursor
  }
  return ids
}

function savedPosts(who: Actor) {
  return listIds((query) => who.listSavedPosts(query))
}

function savedSpots(who: Actor) {
  return listIds((query) => who.listSavedSpots(query))
}

test('saved posts and spots are listed once, most recently saved first, and only for oneself', async ({
  app,
  ada,
  ben,
}) => {
  const spot = await aSpotRow(app.db, ben.user_id, 'Forum')
  const [first, second] = [await aPost(app.db, ben.user_id), await aPost(app.db, ben.user_id)]
  for (const id of [first, second, first]) expect(await ada.savePost(id)).toEqual({ saved: true })
  await ada.saveSpot(spot)
  expect(await savedPosts(ada)).toEqual([second, first])
  expect(await savedSpots(ada)).toEqual([spot])
  expect([await savedPosts(ben), await savedSpots(ben)]).toEqual([[], []])
  const isSaved = async (who: Actor) => [(await who.getPost(first)).saved, (await who.getSpot(spot)).saved]
  expect([await isSaved(ada), await isSaved(ben)]).toEqual([
    [true, true],
    [false, false],
  ])
  for (let times = 0; times < 2; times++) expect(await ada.unsavePost(second)).toEqual({ saved: false })
  await ada.unsaveSpot(spot)
  expect([await savedPosts(ada), await savedSpots(ada)]).toEqual([[first], []])
})

test('the list’s pages have no gaps or duplicates', async ({ app, ben }) => {
  const made: string[] = []
  for (let n = 0; n < 45; n++) {
    const id = await aPost(app.db, ben.user_id)
    made.push(id)
    await ben.savePost(id)
  }
  expect(await savedPosts(ben)).toEqual(made.toReversed())
  const { next_cursor } = await ben.listSavedPosts()
  expect(await getOutcome(ben.listSavedSpots({ cursor: next_cursor ?? '' }))).toBe('BAD_CURSOR')
})

test('hidden and deleted targets, and targets across a block, can’t be saved and are not in the list', async ({
  app,
  ada,
  cleo,
}) => {
  const post = await aPost(app.db, cleo.user_id)
  await ada.savePost(post)
  expect(await savedPosts(ada)).toContain(post)
  await ada.blockPerson(cleo.user_id)
  expect(await savedPosts(ada)).not.toContain(post)
  const calls = [ada.savePost(post), ada.unsavePost(post), ada.savePost(uuid())]
  const outcomes = await Promise.all(calls.map((call) => getOutcome(call)))
  expect(outcomes).toEqual(calls.map(() => 'POST_NOT_FOUND'))
  expect(await getOutcome(ada.saveSpot(uuid()))).toBe('SPOT_NOT_FOUND')
})
