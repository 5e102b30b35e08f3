import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Actor, actor } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { aCrew } from '../../../test/makers/crews.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'

test.beforeEach(async ({ app }) => {
  for (const table of ['blocks', 'notification_mutes', 'notifications', 'lists', 'spots'] as const)
    await app.db.deleteFrom(table).execute()
})

async function listLines(who: Actor) {
  return (await who.listNotifications()).items
    .filter(({ type }) => type === 'list_spots')
    .map(({ list, spot, spots_count, from_user_id }) => [list?.name, spot?.name, spots_count, from_user_id])
}

async function time({ db, jobs }: TestApp) {
  await sql`update spot_state_changes set changed_at = changed_at - interval '15 min'`.execute(db)
  await jobs.runTimer('notifications of spot changes')
}

test('people with access to a crew’s list are notified once a day of spots that others add', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const [curb, bank, secret] = [
    await aSpotRow(app.db, cleo.user_id, 'Curb'),
    await aSpotRow(app.db, cleo.user_id, 'Bank'),
    await aSpotRow(app.db, ada.user_id, 'Secret'),
  ]
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', secret).execute()
  const crew_id = await aCrew(app.db, ada.user_id, [ben.user_id])
  const list = await ada.addList({ name: 'Sunday', visibility: 'crew', crew_id, spot_id: secret })
  expect(await listLines(ben), 'nobody hears of a spot that they may not know').toEqual([])
  await ada.addToList(list.id, curb)
  await ada.addToList(list.id, curb)
  expect([await listLines(ada), await listLines(ben), await listLines(cleo)]).toEqual([
    [],
    [['Sunday', 'Curb', 1, null]],
    [],
  ])
  const read = (await ben.listNotifications()).items[0]
  await ben.readNotification(read?.id ?? '')
  await ada.addToList(list.id, bank)
  expect(await listLines(ben), 'the line of today says it, and stays read').toEqual([
    ['Sunday', 'Bank', 2, null],
  ])
  expect((await ben.countUnreadNotifications()).unread_count).toBe(0)
  const rail = await aSpotRow(app.db, cleo.user_id, 'Rail')
  await ben.addToList(list.id, rail)
  expect(await listLines(ada), 'its owner, too').toEqual([['Sunday', 'Rail', 1, null]])
  await ben.removeFromList(list.id, rail)
  expect(await listLines(ada), 'what was added by mistake').toEqual([])
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', curb).execute()
  expect(await listLines(ben), 'what they may not know any more').toEqual([['Sunday', 'Bank', 1, null]])
  await ada.editList(list.id, { visibility: 'private' })
  expect(await listLines(ben), 'a list that is not theirs any more').toEqual([])
})

test('no notification across a block, while the list is hidden, after leaving the crew, or if turned off', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const dora = await actor(app, 'dora')
  const spots = await Promise.all(['A', 'B', 'C', 'D'].map((name) => aSpotRow(app.db, null, name)))
  const crew_id = await aCrew(app.db, ada.user_id, [ben.user_id, cleo.user_id, dora.user_id])
  const list = await ada.addList({ name: 'Sunday', visibility: 'crew', crew_id })
  const lines = async () => [
    (await listLines(ben)).length,
    (await listLines(cleo)).length,
    (await listLines(dora)).length,
  ]
  await ben.blockPerson(ada.user_id)
  await cleo.setNotificationSwitches({ list_spots: false })
  await ada.addToList(list.id, spots[0] ?? '')
  expect(await lines()).toEqual([0, 0, 1])
  await dora.leaveCrew(crew_id)
  expect(await lines(), 'who left reads nothing of it').toEqual([0, 0, 0])
  await cleo.setNotificationSwitches({ list_spots: true })
  await app.db.updateTable('lists').set({ hidden_at: new Date() }).execute()
  await ada.addToList(list.id, spots[1] ?? '')
  expect(await lines()).toEqual([0, 0, 0])
})

test('crew members are notified of a status change of a spot in their list, once, and only while it is in the list', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const dora = await actor(app, 'eve')
  const spot = await aSpotRow(app.db, dora.user_id, 'Curb')
  const crew_id = await aCrew(app.db, ada.user_id, [ben.user_id, cleo.user_id])
  const list = await ada.addList({ name: 'Sunday', visibility: 'crew', crew_id, spot_id: spot })
  await app.db.insertInto('saved_spots').values({ user_id: ben.user_id, spot_id: spot }).execute()
  await cleo.blockPerson(ada.user_id)
  const states = async (who: Actor) =>
    (await who.listNotifications()).items.filter(({ type }) => type === 'saved_spot_state').length
  const setState = async (spot_state: 'closed' | 'skatestopped') => {
    await app.db.updateTable('spots').set({ spot_state }).where('id', '=', spot).execute()
    await time(app)
  }
  await setState('closed')
  expect([await states(ada), await states(ben), await states(cleo), await states(dora)]).toEqual([1, 1, 0, 0])
  await app.db.deleteFrom('notifications').execute()
  await app.db.deleteFrom('saved_spots').execute()
  await ada.editList(list.id, { visibility: 'private' })
  await sql`update spot_state_changes set day = day - 1`.execute(app.db)
  await setState('skatestopped')
  expect([await states(ada), await states(ben)]).toEqual([1, 0])
})
