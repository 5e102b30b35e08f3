import { LIMITS } from '@nollie/contract/limits'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { type Actor, getOutcome, createVisitor } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { mailsTo, tokenIn } from '../../../test/services/mails.ts'
import { aCrew } from '../../../test/makers/crews.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'
import { suspend } from '../accounts/index.ts'

async function shareSpots({ db }: TestApp, who: Actor, ...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) ids.push(await aSpotRow(db, who.user_id, name))
  return ids
}

async function aList(who: Actor, name: string, spots: readonly string[], visibility = 'private' as const) {
  const { id } = await who.addList({ name, visibility })
  for (const spot of spots) await who.addToList(id, spot)
  return id
}

async function idsIn(who: Pick<Actor, 'getList'>, key: string) {
  return (await who.getList(key)).items.map(({ spot_id }) => spot_id)
}

function orNull(promise: Promise<unknown>) {
  return getOutcome(promise)
}

test('a list is created with its first spot, once per key; spots are in the order they were added, once each', async ({
  app,
  ada,
}) => {
  const [a = '', b = '', c = ''] = await shareSpots(app, ada, 'A', 'B', 'C')
  const key = uuid()
  const made = await ada.addList({ name: '  Rainy\ndays ', spot_id: a }, { key })
  expect(made).toMatchObject({
    name: 'Rainy days',
    visibility: 'private',
    link: null,
    spots_count: 1,
    is_own: true,
  })
  expect((await ada.addList({ name: '  Rainy\ndays ', spot_id: a }, { key })).id).toBe(made.id)
  for (const spot of [b, c, b]) expect(await ada.addToList(made.id, spot)).toEqual({ has_spot: true })
  expect(await idsIn(ada, made.id)).toEqual([a, b, c])
  const { items } = await ada.listLists({ spot_id: b })
  expect(items).toMatchObject([{ id: made.id, has_spot: true, spots_count: 3 }])
  expect(await ada.removeFromList(made.id, b)).toEqual({ has_spot: false })
  expect(await ada.removeFromList(made.id, b)).toEqual({ has_spot: false })
  expect((await ada.listLists({ spot_id: b })).items).toMatchObject([{ has_spot: false }])
  await ada.editListSpot(made.id, c, { note: ' Bring wax ' })
  expect((await ada.getList(made.id)).items[1]).toMatchObject({ note: 'Bring wax', spot: { name: 'C' } })
  await ada.editListSpot(made.id, c, { note: ' ' })
  expect((await ada.getList(made.id)).items[1]?.note).toBeNull()
  expect(await orNull(ada.editListSpot(made.id, b, { note: 'Gone' }))).toBe('SPOT_NOT_FOUND')
  expect(await orNull(ada.addToList(made.id, uuid()))).toBe('SPOT_NOT_FOUND')
})

test('crew members read its list, add and remove spots; if its owner leaves, it becomes private', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const [a = '', b = ''] = await shareSpots(app, ada, 'A', 'B')
  const crew_id = await aCrew(app.db, ada.user_id, [ben.user_id])
  expect(await orNull(ada.addList({ name: 'Nobody', visibility: 'crew' }))).toBe('BAD_REQUEST')
  expect(await orNull(cleo.addList({ name: 'Theirs', visibility: 'crew', crew_id }))).toBe('CREW_NOT_FOUND')
  const list = await ada.addList({ name: 'Sunday', visibility: 'crew', crew_id, spot_id: a })
  expect(list.crew).toEqual({ id: crew_id, name: 'Ledge Locals' })
  expect((await ben.listLists({})).items).toMatchObject([{ id: list.id, is_own: false, visibility: 'crew' }])
  await ben.addToList(list.id, b)
  await ben.removeFromList(list.id, a)
  expect(await idsIn(ada, list.id)).toEqual([b])
  for (const refused of [
    () => ben.editList(list.id, { name: 'Mine' }),
    () => ben.orderList(list.id, { spot_ids: [b] }),
    () => ben.editListSpot(list.id, b, { note: 'Wax' }),
    () => ben.removeList(list.id),
    () => cleo.getList(list.id),
    () => cleo.addToList(list.id, a),
    () => createVisitor(app).getList(list.id),
  ])
    expect(await orNull(refused())).toBe('LIST_NOT_FOUND')
  expect((await cleo.listLists({})).items).toEqual([])
  const report = { report_type: 'inappropriate' as const, description: null, reported_list_id: list.id }
  expect(await orNull(cleo.report(report))).toBe('LIST_NOT_FOUND')
  await ben.leaveCrew(crew_id)
  expect(await orNull(ben.getList(list.id))).toBe('LIST_NOT_FOUND')
  await ada.leaveCrew(crew_id)
  expect(await ada.getList(list.id)).toMatchObject({ visibility: 'private', crew: null })
})

test('two tabs reorder a list: the last order wins, and no spot is lost or duplicated', async ({
  app,
  ben,
}) => {
  const [a = '', b = '', c = '', d = ''] = await shareSpots(app, ben, 'A', 'B', 'C', 'D')
  const list = await aList(ben, 'Tour', [a, b, c])
  // The other tab adds a spot and removes one. This tab reorders the spots it knows about.
  await ben.addToList(list, d)
  await ben.removeFromList(list, b)
  await ben.orderList(list, { spot_ids: [c, b, a, a] })
  expect(await idsIn(ben, list)).toEqual([c, a, d])
  await Promise.all([
    ben.orderList(list, { spot_ids: [a, c, d] }),
    ben.addToList(list, b),
    ben.orderList(list, { spot_ids: [d, c, a] }),
  ])
  expect((await idsIn(ben, list)).toSorted()).toEqual([a, b, c, d].toSorted())
})

test('a list is private, by link, or public; a renewed link invalidates the old one', async ({
  app,
  ada,
  ben,
  cleo,
  visitor,
}) => {
  const [spot = ''] = await shareSpots(app, ada, 'Stairs')
  const list = await aList(ada, 'My <secret> line', [spot])
  for (const other of [ben, visitor]) expect(await orNull(other.getList(list))).toBe('LIST_NOT_FOUND')
  expect(await orNull(ben.copyList(list))).toBe('LIST_NOT_FOUND')
  const { link } = await ada.editList(list, { visibility: 'link' })
  expect(link).toMatch(/^[0-9a-f]{32}$/)
  const read = await visitor.getList(link ?? '')
  expect(read).toMatchObject({ name: 'My <secret> line', is_own: false, link: null, spots_count: 1 })
  // The list's id grants no access, and the list isn't on the profile.
  expect(await orNull(ben.getList(list))).toBe('LIST_NOT_FOUND')
  expect((await ben.listPersonLists(ada.user_id)).items).toEqual([])
  const renewed = await ada.renewListLink(list)
  expect(renewed.link).not.toBe(link)
  expect(await orNull(visitor.getList(link ?? ''))).toBe('LIST_NOT_FOUND')
  expect((await visitor.getList(renewed.link ?? '')).items).toHaveLength(1)

  expect((await ada.editList(list, { visibility: 'public' })).link).toBeNull()
  expect(await orNull(visitor.getList(renewed.link ?? ''))).toBe('LIST_NOT_FOUND')
  expect((await visitor.getList(list)).items).toMatchObject([{ spot: { name: 'Stairs' } }])
  expect((await ben.listPersonLists(ada.user_id)).items).toMatchObject([{ id: list }])
  expect(await orNull(ada.renewListLink(list))).toBe('CONFLICT')

  // A block hides both people's lists from each other. Suspended people's lists are hidden everywhere.
  await cleo.blockPerson(ada.user_id)
  expect(await orNull(cleo.getList(list))).toBe('LIST_NOT_FOUND')
  expect(await orNull(cleo.listPersonLists(ada.user_id))).toBe('PERSON_NOT_FOUND')
  await cleo.unblockPerson(ada.user_id)
  await app.db.transaction().execute((tx) => suspend(tx, ada.user_id, true))
  expect(await orNull(visitor.getList(list))).toBe('LIST_NOT_FOUND')
  await app.db.transaction().execute((tx) => suspend(tx, ada.user_id, false))
  await ada.signsInAgain()
  await ada.removeList(list)
  expect(await orNull(ada.getList(list))).toBe('LIST_NOT_FOUND')
})

test('a public list never widens a spot’s audience, nor counts, copies, or exports it', async ({
  app,
  ada,
  ben,
  visitor,
}) => {
  const [open = '', closed = '', gone = ''] = await shareSpots(app, ada, 'Open', 'Depot', 'Torn down')
  await app.db.updateTable('spots').set({ audience: 'members' }).where('id', '=', closed).execute()
  await app.db.updateTable('spots').set({ status: 'gone' }).where('id', '=', gone).execute()
  const list = await aList(ada, 'Town', [closed, open, gone], 'public' as never)
  await ada.editListSpot(list, closed, { note: 'Behind the depot' })
  await ada.editListSpot(list, open, { note: 'After six' })
  expect(await visitor.getList(list)).toMatchObject({
    spots_count: 2,
    items: [{ spot_id: open }, { spot_id: gone, spot: { status: 'gone' } }],
  })
  expect(await ben.getList(list)).toMatchObject({ spots_count: 3, items: [{ spot_id: closed }, {}, {}] })
  for (const format of ['gpx', 'kml', 'geojson']) {
    const { body } = await visitor.send('GET', `/api/lists/${list}/export/${format}`)
    expect(body).toContain('Open')
    expect(body).not.toContain('epot')
  }
  // A copy contains the spots that its author can see, but not the other person's text.
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', closed).execute()
  const copy = await ben.copyList(list)
  expect(copy).toMatchObject({ name: 'Town', visibility: 'private', spots_count: 2, is_own: true })
  expect((await ben.getList(copy.id)).items.map(({ note }) => note)).toEqual([null, null])
  await app.db.updateTable('spots').set({ audience: 'everybody' }).where('id', '=', closed).execute()
  expect(await idsIn(ben, copy.id)).toEqual([open, gone])
  // A deleted spot is marked as deleted and isn't counted.
  await app.db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', open).execute()
  expect(await ben.getList(copy.id)).toMatchObject({ spots_count: 1, items: [{ spot: null }, {}] })
  await ben.removeFromList(copy.id, open)
  expect(await idsIn(ben, copy.id)).toEqual([gone])
})

test('limits spots per list and lists per person, even with concurrent additions', async ({ app, cleo }) => {
  const full = await aList(cleo, 'Full', [])
  const spots = await Promise.all(
    Array.from({ length: LIMITS.list_spots + 1 }, (_, n) => aSpotRow(app.db, cleo.user_id, `Spot ${n}`)),
  )
  const rows = spots
    .slice(0, -2)
    .map((spot_id, position) => ({ list_id: full, spot_id, position, note: null }))
  await app.db.insertInto('list_spots').values(rows).execute()
  const last = await Promise.all(spots.slice(-2).map((spot) => orNull(cleo.addToList(full, spot))))
  expect(last.toSorted()).toEqual(['LIST_FULL', 'done'])
  const before = (await cleo.listLists()).items.length
  const many = Array.from({ length: LIMITS.lists_max - before - 1 }, (_, n) => ({
    id: uuid(),
    user_id: cleo.user_id,
    name: `List ${n}`,
    description: null,
    link: null,
    visibility: 'private' as const,
  }))
  await app.db
    .insertInto('lists')
    .values(many.map((row) => ({ ...row, hidden_at: null })))
    .execute()
  const made = await Promise.all(['One', 'Too many'].map((name) => getOutcome(cleo.addList({ name }))))
  expect(made.filter((outcome) => outcome === 'TOO_MANY_LISTS')).toHaveLength(1)
  expect(await orNull(cleo.copyList(full))).toBe('TOO_MANY_LISTS')
  await app.db.deleteFrom('lists').where('user_id', '=', cleo.user_id).execute()
})

test('limits lists per crew, even if members share some concurrently', async ({ app, ada, ben }) => {
  const crew_id = await aCrew(app.db, ada.user_id, [ben.user_id])
  const before = Array.from({ length: LIMITS.crew_lists_max - 1 }, (_, n) => ({
    id: uuid(),
    user_id: ada.user_id,
    name: `List ${n}`,
    description: null,
    link: null,
    hidden_at: null,
    visibility: 'crew' as const,
    crew_id,
  }))
  await app.db.insertInto('lists').values(before).execute()
  const own = await ben.addList({ name: 'Own' })
  const shared = { visibility: 'crew', crew_id } as const
  const outcomes = await Promise.all([
    getOutcome(ada.addList({ name: 'One', ...shared })),
    getOutcome(ben.editList(own.id, shared)),
  ])
  expect(outcomes.toSorted()).toEqual(['TOO_MANY_LISTS', 'done'])
  expect(await orNull(ada.editList(before[0]?.id ?? '', { name: 'Renamed', ...shared }))).toBe('done')
  await app.db.deleteFrom('lists').where('crew_id', '=', crew_id).execute()
})

test('a reported list is hidden from everyone except its owner, and shown again after an appeal', async ({
  app,
  ada,
  ben,
  mod,
  visitor,
}) => {
  const [spot = '', closed = ''] = await shareSpots(app, ada, 'Bank', 'Cellar')
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', closed).execute()
  const list = await aList(ada, 'Rude name', [spot, closed], 'public' as never)
  await ada.editListSpot(list, spot, { note: 'A rude note' })
  await ada.editListSpot(list, closed, { note: 'The key is under the mat' })
  const reports = { report_type: 'inappropriate' as const, description: null, reported_list_id: list }
  expect(await getOutcome(ada.report(reports))).toBe('OWN_THING')
  await ben.report(reports)
  const found = (await mod.listCases()).items.find(({ kind }) => kind === 'list')
  expect(found?.words).toBe('Rude name\nA rude note')
  const open = await mod.getCase(found?.id ?? '')
  expect(open).toMatchObject({ list_id: list, thing_id: list, words_now: 'Rude name' })
  await mod.decideCase(open.id, { action: 'hide', reason: 'Rude.' })
  for (const other of [ben, mod, visitor]) expect(await orNull(other.getList(list))).toBe('LIST_NOT_FOUND')
  const shownToBen = async () => (await ben.listPersonLists(ada.user_id)).items.map(({ id }) => id)
  expect(await shownToBen()).not.toContain(list)
  expect(await ada.getList(list)).toMatchObject({ is_hidden: true })
  await ada.editList(list, { visibility: 'link' })
  const { link } = await ada.getList(list)
  expect(await orNull(visitor.getList(link ?? ''))).toBe('LIST_NOT_FOUND')
  const copy = await ada.copyList(list)
  await ada.editList(copy.id, { visibility: 'public' })
  expect(await ada.getList(copy.id)).toMatchObject({ is_hidden: true })
  expect(await orNull(ben.getList(copy.id))).toBe('LIST_NOT_FOUND')
  await ada.removeList(copy.id)
  const second = await ada.copyList((await ada.copyList(list)).id)
  await ada.editList(second.id, { visibility: 'public' })
  // This list is hidden for another reason.
  const other = await aList(ada, 'Other', [spot], 'public' as never)
  await app.db.updateTable('lists').set({ hidden_at: new Date() }).where('id', '=', other).execute()
  const [mail] = await mailsTo(app, ada.email, { about: 'About your list' })
  await ada.appeal({ token: tokenIn(mail, 'token'), words: 'It is a trick.' })
  await mod.answerAppeal(open.id, { outcome: 'reversed', answer: 'It is.' })
  expect(await visitor.getList(link ?? '')).toMatchObject({ name: 'Rude name', is_hidden: false })
  expect(await ben.getList(second.id)).toMatchObject({ name: 'Rude name', is_hidden: false })
  expect((await ada.listLists()).items.filter((one) => one.is_hidden).map(({ id }) => id)).toEqual([other])
  // Visitors without an account can report a shared list by its link.
  await visitor.sendNotice({
    address: `https://nollie.example/lists/${link}`,
    report_type: 'other',
    description: 'Rude.',
    name: 'Eve',
    email: 'eve@example.com',
  })
  expect((await mod.listCases()).items).toMatchObject([{ kind: 'list', owner: { username: 'ada' } }])
  const [again] = (await mod.listCases()).items
  await mod.decideCase(again?.id ?? '', { action: 'remove', reason: 'Rude.' })
  expect(await orNull(ada.getList(list))).toBe('LIST_NOT_FOUND')
})

test('people with access are notified that a list changed, without its content; no one else is', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const [a = '', b = ''] = await shareSpots(app, ada, 'A', 'B')
  const crew_id = await aCrew(app.db, ada.user_id, [ben.user_id, cleo.user_id])
  await ada.blockPerson(cleo.user_id)
  // If there is a block between a person and the list's owner, the person gets no event.
  const names = new Map([ada, ben, cleo].map(({ user_id, username }) => [`user:${user_id}`, username]))
  const { last } = await app.db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  let seen = last
  let listed = ''
  /** Returns the people who received events since the last call, and checks that all events are about this list. */
  const receivers = async () => {
    const rows = await app.db
      .selectFrom('events')
      .select(['id', 'topic', 'data'])
      .where('name', '=', 'list')
      .where('id', '>', seen)
      .orderBy('id')
      .execute()
    seen = rows.at(-1)?.id ?? seen
    for (const { data } of rows) expect(data).toEqual({ list_id: listed })
    return rows
      .map(({ topic }) => names.get(topic) ?? topic)
      .toSorted((one, other) => one.localeCompare(other))
  }
  const both = ['ada', 'ben']

  const { id } = await ada.addList({ name: 'Trip', visibility: 'crew', crew_id })
  listed = id
  expect(await receivers()).toEqual(both)
  await ben.addToList(id, a)
  expect(await receivers()).toEqual(both)
  await ben.addToList(id, a)
  expect(await receivers(), 'nothing changed').toEqual([])
  await ada.addToList(id, b)
  expect(await receivers()).toEqual(both)
  await ada.orderList(id, { spot_ids: [b, a] })
  expect(await receivers()).toEqual(both)
  await ada.editListSpot(id, a, { note: 'Bring wax' })
  expect(await receivers()).toEqual(both)
  await ben.removeFromList(id, a)
  expect(await receivers()).toEqual(both)
  await ben.removeFromList(id, a)
  expect(await receivers(), 'nothing changed').toEqual([])

  // People who lose access get an event about it. From then on, only the owner gets events.
  await ada.editList(id, { visibility: 'private' })
  expect(await receivers()).toEqual(both)
  await ada.addToList(id, a)
  expect(await receivers()).toEqual(['ada'])
  await ada.editList(id, { visibility: 'link' })
  expect(await receivers()).toEqual(['ada'])
  await ada.editList(id, { visibility: 'crew', crew_id })
  expect(await receivers()).toEqual(both)
  await app.db.updateTable('lists').set({ hidden_at: new Date() }).where('id', '=', id).execute()
  await ada.removeFromList(id, a)
  expect(await receivers(), 'while moderators hide it').toEqual(['ada'])
  await app.db.updateTable('lists').set({ hidden_at: null }).where('id', '=', id).execute()
  await ada.removeList(id)
  expect(await receivers()).toEqual(both)
})
