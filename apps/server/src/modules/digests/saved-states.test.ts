import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Actor } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'

type State = 'skatestopped' | 'closed' | 'open' | null

async function setState({ db }: TestApp, id: string, spot_state: State, status: 'open' | 'gone' = 'open') {
  await db.updateTable('spots').set({ spot_state, status }).where('id', '=', id).execute()
}

/** Advances time by fifteen minutes. */
async function time({ db, jobs }: TestApp) {
  await sql`update spot_state_changes set changed_at = changed_at - interval '15 min'`.execute(db)
  await jobs.runTimer('notifications of spot changes')
}

function saves({ db }: TestApp, who: Actor, spot_id: string) {
  return db.insertInto('saved_spots').values({ user_id: who.user_id, spot_id }).execute()
}

async function notified(who: Actor) {
  return (await who.listNotifications()).items
    .filter(({ type }) => type === 'saved_spot_state')
    .map(({ spot, spot_state }) => [spot?.name, spot_state])
}

async function changesFor(who: Actor) {
  return (await who.listPosts({})).changes.map(({ spot, state }) => [spot.name, state])
}

test.beforeEach(async ({ app }) => {
  for (const table of ['blocks', 'notification_mutes', 'notifications', 'posts', 'spots'] as const)
    await app.db.deleteFrom(table).execute()
})

test('people who saved a spot or have it in a list are notified of its status once a day; its creator and the reporter are not', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const id = await aSpotRow(app.db, ada.user_id, 'Curb')
  await saves(app, ada, id)
  await saves(app, ben, id)
  const list = await cleo.addList({ name: 'Rainy days' })
  await cleo.addToList(list.id, id)
  await setState(app, id, 'skatestopped')
  await app.jobs.runTimer('notifications of spot changes')
  expect(await notified(ben), 'whoever is wrong has ten minutes').toEqual([])
  await time(app)
  expect([await notified(ada), await notified(ben), await notified(cleo)]).toEqual([
    [],
    [['Curb', 'skatestopped']],
    [['Curb', 'skatestopped']],
  ])
  await setState(app, id, 'closed')
  await time(app)
  expect(await notified(ben), 'today’s notification has the current condition').toEqual([['Curb', 'closed']])

  const other = await aSpotRow(app.db, ada.user_id, 'Bank')
  await saves(app, ben, other)
  await sql`insert into checks (id, spot_id, user_id, answer, until, distance, proof, seen_at)
    values (gen_random_uuid(), ${other}, ${ben.user_id}, 'gone', null, 'at', 'position', now())`.execute(
    app.db,
  )
  await setState(app, other, null, 'gone')
  await time(app)
  expect((await notified(ben)).length, 'they said it themselves').toBe(1)
})

test('no notification for a status reverted within ten minutes, a disabled type, or an invisible spot', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const id = await aSpotRow(app.db, ada.user_id, 'Curb')
  await saves(app, ben, id)
  await saves(app, cleo, id)
  await setState(app, id, 'skatestopped')
  await setState(app, id, 'open')
  await time(app)
  expect(await notified(ben)).toEqual([])
  await ben.setNotificationSwitches({ saved_spot_state: false })
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', id).execute()
  await setState(app, id, 'skatestopped')
  await time(app)
  expect([await notified(ben), await notified(cleo)]).toEqual([[], []])
  await app.db.updateTable('spots').set({ audience: 'everybody' }).where('id', '=', id).execute()
  await setState(app, id, 'closed')
  await sql`update spot_state_changes set notified_at = null`.execute(app.db)
  await time(app)
  expect([await notified(ben), await notified(cleo)]).toEqual([[], [['Curb', 'closed']]])
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', id).execute()
  expect(await notified(cleo), 'who lost the spot reads nothing of it').toEqual([])
})

test('the feed lists each changed spot once, by its newest change, for people who can see it', async ({
  app,
  ada,
  ben,
}) => {
  const minutes = (ago: number) => new Date(Date.now() - ago * 60_000)
  for (let ago = 1; ago <= 25; ago++) await aPost(app.db, ben.user_id, { created_at: minutes(ago) })
  const curb = await aSpotRow(app.db, ada.user_id, 'Curb')
  const old = await aSpotRow(app.db, ada.user_id, 'Old')
  const hidden = await aSpotRow(app.db, ada.user_id, 'Secret')
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', hidden).execute()
  await setState(app, hidden, 'closed')
  await setState(app, old, 'closed')
  await sql`update spot_state_changes set changed_at = now() - interval '23 min' where spot_id = ${old}`.execute(
    app.db,
  )
  await setState(app, curb, 'closed')
  await setState(app, curb, null, 'gone')
  expect(await changesFor(ben)).toEqual([['Curb', 'gone']])
  expect(new Set((await changesFor(ada)).map(String))).toEqual(new Set(['Curb,gone', 'Secret,closed']))
  const { next_cursor } = await ben.listPosts({})
  const second = await ben.listPosts({ cursor: next_cursor! })
  expect(second.changes.map(({ spot }) => spot.name)).toEqual(['Old'])
  expect((await ben.listPosts({ filter: 'followed' })).changes).toEqual([])
  await setState(app, curb, null)
  expect(await changesFor(ben), 'what came back within a day is no change').toEqual([])
})

test('open pages receive status changes, and the feed reloads the ones that the viewer can see', async ({
  app,
  ada,
  ben,
}) => {
  const curb = await aSpotRow(app.db, ada.user_id, 'Curb')
  const secret = await aSpotRow(app.db, ada.user_id, 'Secret')
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', secret).execute()
  await app.db.deleteFrom('events').execute()
  await setState(app, curb, 'closed')
  await setState(app, secret, 'skatestopped')
  await app.db.updateTable('spots').set({ name: 'Kerb' }).where('id', '=', curb).execute()
  const published = await app.db
    .selectFrom('events')
    .select(['topic', 'name', 'data'])
    .orderBy('id')
    .execute()
  const event = (spot_id: string) => ({ kind: 'updated', spot_id, at: [], stands_anew: true })
  expect(published.filter(({ data }) => (data as { stands_anew?: true }).stands_anew)).toEqual([
    { topic: 'spots', name: 'spot', data: event(curb) },
    { topic: 'spots', name: 'spot', data: event(secret) },
  ])
  const newest = async (who: Actor) =>
    (await who.newestSpotChanges()).items.map(({ spot, state }) => [spot.name, state])
  expect(await newest(ben)).toEqual([['Kerb', 'closed']])
  expect(await newest(ada)).toEqual([
    ['Secret', 'skatestopped'],
    ['Kerb', 'closed'],
  ])
})
