import type { NewDiscussion } from '@nollie/contract'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'

const HM = { content: 'Hm.' }

test.beforeEach(async ({ app: { db } }) => {
  await db.deleteFrom('discussions').execute()
  await db.deleteFrom('blocks').execute()
  await db.deleteFrom('events').execute()
})

function start(who: Actor, title: string, rest: Partial<NewDiscussion> = {}) {
  return who.startDiscussion({ title, content: 'Which?', ...rest })
}

type Query = Parameters<Actor['listDiscussions']>[0]

async function titles(who: Actor, query: Query = {}) {
  return (await who.listDiscussions(query)).items.map(({ title }) => title)
}

async function published({ db }: TestApp, name: string) {
  const rows = await db.selectFrom('events').select('data').where('name', '=', name).orderBy('id').execute()
  return rows.map(({ data }) => data)
}

test('DSC-12 filters discussions by category', async ({ ada }) => {
  await start(ada, 'Wax', { category: 'tips' })
  await start(ada, 'Trucks', { category: 'gear' })
  await start(ada, 'Rails', { category: 'tips' })
  expect(await titles(ada, { category: 'tips' })).toEqual(['Rails', 'Wax'])
  expect(await titles(ada, { category: 'spots' })).toEqual([])
  expect(await titles(ada)).toEqual(['Rails', 'Trucks', 'Wax'])
  const ads = { category: 'ads' } as unknown as Query
  expect(await getOutcome(ada.listDiscussions(ads))).toBe('BAD_REQUEST')
})

test('every term of a search must be in title or content, ignoring case and accents', async ({
  ada,
  ben,
}) => {
  await start(ada, 'Wax in Málaga', { content: 'Candle or bees?' })
  await start(ada, 'Trucks', { content: 'Málaga shop, 100%' })
  expect(await titles(ada, { q: 'malaga' })).toEqual(['Trucks', 'Wax in Málaga'])
  expect(await titles(ada, { q: 'BEES wax' })).toEqual(['Wax in Málaga'])
  expect(await titles(ada, { q: '%' })).toEqual(['Trucks'])
  expect(await titles(ada, { q: 'bees trucks' })).toEqual([])
  expect(await titles(ada, { q: '  ' })).toEqual(['Trucks', 'Wax in Málaga'])
  expect(await titles(ada, { q: 'malaga', category: 'gear' })).toEqual([])
  await ben.blockPerson(ada.user_id)
  expect(await titles(ben, { q: 'wax' })).toEqual([])
})

test('sorts by latest comment: a comment moves a discussion up, and deleting it moves it back', async ({
  ada,
  ben,
}) => {
  const [wax, trucks] = [await start(ada, 'Wax'), await start(ada, 'Trucks')]
  expect(await titles(ada, { order: 'answered' })).toEqual(['Trucks', 'Wax'])
  const comment = await ben.addDiscussionComment(wax.id, HM)
  expect(await titles(ada, { order: 'answered' })).toEqual(['Wax', 'Trucks'])
  expect(await titles(ada)).toEqual(['Trucks', 'Wax'])
  await ben.addDiscussionComment(trucks.id, HM)
  const again = await ben.addDiscussionComment(wax.id, HM)
  await ben.removeComment(again.id)
  expect(await titles(ada, { order: 'answered' })).toEqual(['Trucks', 'Wax'])
  await ben.removeComment(comment.id)
  expect(await titles(ada, { order: 'answered' })).toEqual(['Trucks', 'Wax'])
})

test('each list has pages without gaps or duplicates, and its cursor is refused by other lists', async ({
  app,
  ada,
}) => {
  for (let n = 0; n < 22; n++) await start(ada, `Nr ${n}`, { category: n % 11 ? 'gear' : 'tips' })
  await app.db.updateTable('discussions').set({ answered_at: new Date().toISOString() }).execute()
  const lists: NonNullable<Query>[] = [
    { order: 'answered' },
    { order: 'newest' },
    { q: 'nr' },
    { q: 'nr', order: 'answered' },
  ]
  for (const query of lists) {
    const first = await ada.listDiscussions(query)
    const cursor = String(first.next_cursor)
    const second = await ada.listDiscussions({ ...query, cursor })
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect([first.items.length, new Set(ids).size, second.next_cursor], JSON.stringify(query)).toEqual([
      20,
      22,
      null,
    ])
    for (const other of [{ category: 'gear' }, { q: 'which' }] as const)
      expect(await getOutcome(ada.listDiscussions({ ...other, cursor }))).toBe('BAD_CURSOR')
  }
})

test('only its author can edit a discussion, never over a newer version; it is then marked as edited', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const made = await start(ada, 'Wax, @ben?', { category: 'gear' })
  const edit = (body: object, { who = ada, version = 1 } = {}) =>
    who.editDiscussion(made.id, body, { version })
  expect(await getOutcome(edit({ title: 'x' }, { who: ben }))).toBe('NOT_ALLOWED')
  expect(await getOutcome(edit({ title: 'x' }, { version: 2 }))).toBe('STALE')
  expect(await getOutcome(edit({ title: ' ' }))).toBe('BAD_REQUEST')
  expect(await getOutcome(ada.editDiscussion(made.id, { title: 'x' }))).toBe('BAD_REQUEST')
  expect(await edit({ title: made.title })).toEqual(made)
  const changed = await ada.send(
    'PATCH',
    `/api/discussions/${made.id}`,
    { title: 'Wax, @cleo?', category: 'tips' },
    { version: 1 },
  )
  expect(changed.headers.etag).toBe('"2"')
  expect(changed.json()).toMatchObject({
    title: 'Wax, @cleo?',
    content: 'Which?',
    category: 'tips',
    version: 2,
    edited_at: expect.stringMatching(/Z$/),
    mentions: [{ username: 'cleo', user_id: cleo.user_id }],
  })
  expect((await cleo.listNotifications()).items).toMatchObject([
    { type: 'mention', discussion: { id: made.id } },
  ])
  expect((await published(app, 'discussion')).at(-1)).toEqual({
    kind: 'updated',
    discussion_id: made.id,
    user_id: ada.user_id,
  })
  expect(await titles(ada, { q: 'cleo' })).toEqual(['Wax, @cleo?'])
  const outcomes = await Promise.all(
    [1, 2, 3].map((n) => getOutcome(edit({ title: `T${n}` }, { version: 2 }))),
  )
  expect(outcomes.toSorted()).toEqual(['STALE', 'STALE', 'done'])
})

test('a discussion is liked once and its author is notified, until the like is removed', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const { id } = await start(ada, 'Wax')
  for (let twice = 0; twice < 2; twice++)
    expect(await ben.likeDiscussion(id)).toEqual({ likes_count: 1, liked: true })
  await ada.likeDiscussion(id)
  expect((await ben.listDiscussions()).items).toMatchObject([{ likes_count: 2, liked: true }])
  expect((await ada.listNotifications()).items).toMatchObject([
    { type: 'like', actors_count: 1, post_id: null, discussion: { id, title: 'Wax' } },
  ])
  expect(await published(app, 'discussion_like')).toEqual([
    { discussion_id: id, started_by: ada.user_id, likes_count: 1, user_id: ben.user_id, liked: true },
    { discussion_id: id, started_by: ada.user_id, likes_count: 2, user_id: ada.user_id, liked: true },
  ])
  await cleo.blockPerson(ben.user_id)
  expect((await cleo.listDiscussions()).items).toMatchObject([{ likes_count: 1, liked: false }])
  expect(await ben.unlikeDiscussion(id)).toEqual({ likes_count: 1, liked: false })
  expect((await ada.listNotifications()).items).toEqual([])
  await cleo.blockPerson(ada.user_id)
  expect(await getOutcome(cleo.likeDiscussion(id))).toBe('DISCUSSION_NOT_FOUND')
})
