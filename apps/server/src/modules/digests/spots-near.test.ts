import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, expect } from 'vitest'
import type { Actor } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { testWith } from '../../../test/world/fixtures.ts'
import { jobsDone, rolledUp } from '../../../test/world/jobs.ts'
import { pushService } from '../../../test/services/push-service.ts'

const service = await pushService()
afterAll(() => service.close())
const test = testWith({ pushServices: [service.origin] })

const AT = { latitude: 41.38, longitude: 2.16 }
/** Creates a spot `north` degrees from {@link AT}; 0.04 degrees are 4.4 km. */
async function aSpot(
  { db }: TestApp,
  created_by: string | null,
  name: string,
  north = 0,
  source: string | null = null,
) {
  const id = uuid()
  await db
    .insertInto('spots')
    .values({
      id,
      name,
      ...AT,
      latitude: AT.latitude + north,
      spot_types: ['ledges'],
      created_by,
      ...(source && { source, source_id: id, source_licence: 'ODbL' }),
    })
    .execute()
  return id
}

async function saves({ db }: TestApp, who: Actor, spot_id: string) {
  await db.insertInto('saved_spots').values({ user_id: who.user_id, spot_id }).execute()
}

/** Advances time by ten minutes. */
async function time(app: TestApp) {
  const { db, jobs } = app
  await rolledUp(app, 'new spots', 'new_spots')
  await db.updateTable('spots_near').set({ added_at: sql<string>`added_at - interval '11 min'` }).execute()
  await db
    .updateTable('digest_settings')
    .set({ places_since: sql<string>`places_since - interval '11 min'` })
    .execute()
  await jobs.runTimer('notifications of nearby spots')
}

/** Advances time by a day. */
async function aDay(app: TestApp) {
  await app.db
    .updateTable('digest_settings')
    .set({ places_notified_at: sql<string>`places_notified_at - interval '1 day'` })
    .execute()
  await sql`update notifications set day = day - 1, created_at = created_at - interval '1 day'`.execute(
    app.db,
  )
}

async function notified(who: Actor) {
  return (await who.listNotifications()).items
    .filter(({ type }) => type === 'spot_near')
    .map(({ spot, spots_count }) => [spot?.name, spots_count])
}

test.beforeEach(async ({ app }) => {
  for (const table of [
    ...(['spots_near', 'new_spots', 'digest_settings', 'push_settings', 'push_devices', 'blocks'] as const),
    ...(['notifications', 'saved_spots', 'spots'] as const),
  ])
    await app.db.deleteFrom(table).execute()
  service.delivered.length = 0
})

test('people who opt in are notified of new spots near saved ones: one entry and push a day', async ({
  app,
  ada,
  ben,
}) => {
  const browser = service.browser((await ada.getPush()).public_key)
  await ada.addPushDevice(browser)
  const home = await aSpot(app, ben.user_id, 'Home ledge')
  await saves(app, ada, home)
  await aSpot(app, ben.user_id, 'Before she asked', 0.01)
  expect(await ada.setDigests({ places: true })).toMatchObject({ places: true, digest: false })
  await aSpot(app, ben.user_id, 'Near curb', 0.04)
  await aSpot(app, ada.user_id, 'Her own', 0.01)
  await aSpot(app, null, 'Imported', 0.01, 'osm')
  await aSpot(app, ben.user_id, 'Far away', 0.05)
  await rolledUp(app, 'new spots', 'new_spots')
  await app.jobs.runTimer('notifications of nearby spots')
  expect(await notified(ada), 'whoever shares by mistake has ten minutes').toEqual([])
  await time(app)
  expect(await notified(ada)).toEqual([['Near curb', 1]])
  await app.db.updateTable('push_queue').set({ due_at: sql<string>`now() - interval '1 s'` }).execute()
  await rolledUp(app, 'due pushes', 'push_queue')
  await jobsDone(app.db, 'push')
  expect(service.delivered.flatMap(({ shown }) => shown)).toMatchObject([
    {
      title: 'A new spot near your saved spots',
      body: 'Near curb',
      path: expect.stringMatching(/^\/spots\//),
    },
  ])

  await aSpot(app, ben.user_id, 'Second', 0.01)
  await aSpot(app, ben.user_id, 'Third', 0.02)
  await time(app)
  expect(await notified(ada), 'once a day').toEqual([['Near curb', 1]])
  await aDay(app)
  await time(app)
  await time(app)
  expect(await notified(ada)).toEqual([
    ['Third', 2],
    ['Near curb', 1],
  ])
  expect(await ada.setDigests({ places: false })).toMatchObject({ places: false })
  await aDay(app)
  await aSpot(app, ben.user_id, 'Fourth', 0.01)
  await time(app)
  expect(await notified(ada)).toHaveLength(2)
})

test('leaves out deleted and removed spots, and spots by people who are blocked or suspended, even later', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  await saves(app, ada, await aSpot(app, ben.user_id, 'Home ledge'))
  await ada.setDigests({ places: true })
  const change = (name: string, what: object) =>
    app.db.updateTable('spots').set(what).where('name', '=', name).execute()
  await aSpot(app, ben.user_id, 'Deleted', 0.01)
  await aSpot(app, ben.user_id, 'Demolished', 0.01)
  await aSpot(app, cleo.user_id, 'Of cleo', 0.01)
  await change('Deleted', { deleted_at: new Date() })
  await change('Demolished', { status: 'gone' })
  await ada.blockPerson(cleo.user_id)
  await time(app)
  expect(await notified(ada)).toEqual([])
  expect(await ada.countUnreadNotifications()).toEqual({ unread_count: 0 })
  await aSpot(app, ben.user_id, 'Second', 0.01)
  await time(app)
  expect(await notified(ada)).toEqual([['Second', 1]])
  expect(await ada.countUnreadNotifications()).toEqual({ unread_count: 1 })
  await change('Second', { deleted_at: new Date() })
  expect(await notified(ada)).toEqual([])
  expect(await ada.countUnreadNotifications()).toEqual({ unread_count: 0 })
  await change('Second', { deleted_at: null })
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: new Date() })
    .where('user_id', '=', ben.user_id)
    .execute()
  expect(await notified(ada)).toEqual([])
  await app.db
    .updateTable('profiles')
    .set({ suspended_at: null })
    .where('user_id', '=', ben.user_id)
    .execute()
})

test('new spots during quiet hours are notified afterwards', async ({ app, ada, ben }) => {
  await saves(app, ada, await aSpot(app, ben.user_id, 'Home ledge'))
  await ada.setDigests({ places: true })
  const now = new Date().getUTCHours() * 60 + new Date().getUTCMinutes()
  const minutes = (offset: number) => (now + offset + 1440) % 1440
  await ada.setPush({ quiet: { from: minutes(-60), until: minutes(60), time_zone: 'UTC' } })
  await aSpot(app, ben.user_id, 'At night', 0.01)
  await time(app)
  expect(await notified(ada)).toEqual([])
  await ada.setPush({ quiet: null })
  await time(app)
  expect(await notified(ada)).toEqual([['At night', 1]])
})

test('queues nothing for people who opted out; people with only the weekly email get no notification', async ({
  app,
  ada,
  ben,
}) => {
  const home = await aSpot(app, ben.user_id, 'Home ledge')
  await saves(app, ada, home)
  await saves(app, ben, home)
  const waiting = () => app.db.selectFrom('spots_near').select('user_id').execute()
  await aSpot(app, null, 'Nobody asked', 0.01)
  expect(await app.db.selectFrom('new_spots').selectAll().execute()).toEqual([])
  await ada.setDigests({ digest: true })
  await aSpot(app, ben.user_id, 'Second', 0.01)
  await time(app)
  expect(await waiting()).toEqual([{ user_id: ada.user_id }])
  expect(await notified(ada)).toEqual([])
  await ada.setDigests({ places: true })
  await time(app)
  expect(await notified(ada), 'what came before she asked').toEqual([])
})
