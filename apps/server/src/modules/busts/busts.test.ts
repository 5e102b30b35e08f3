import { sql } from 'kysely'
import { expect } from 'vitest'
import { getOutcome, Refused } from '../../../test/actors/actor.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'
import { until } from '../../../test/world/until.ts'
import type { Db } from '../../db/open.ts'
import { queueAgedReports } from './bust-rollup.queries.ts'
import { toHourOfWeek, WEEK_HOURS } from './bust-priors.ts'
import { rollUpBusts } from './bust-rollup.service.ts'
import { bustNow } from './busts.service.ts'
import { addDays, toLocalTime } from './local-time.ts'

// The spots in these tests are in Barcelona.
const ZONE = 'Europe/Madrid'

function today() {
  return toLocalTime(new Date(), ZONE).day
}

function ago(days: number) {
  return addDays(today(), -days)
}

async function addReports(db: Db, spot_id: string, reports: number) {
  await until(async () => {
    await rollUpBusts({ db })
    const row = await db
      .selectFrom('bust_clocks')
      .select('sessions')
      .where('spot_id', '=', spot_id)
      .executeTakeFirst()
    const n = row?.sessions.reduce((sum, one) => sum + one, 0) ?? 0
    if (n !== reports) throw new Error(`${n} reports`)
  })
}

test('without reports the statistics are the default by type, in the spot’s time zone', async ({
  app,
  ada,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const clock = await ada.getBusts(spot_id)
  expect(clock).toMatchObject({ time_zone: ZONE, reports: 0, is_holiday: false, mine: [] })
  expect(clock.certainties.every((one) => one === 0)).toBe(true)
  expect(clock.windows).toHaveLength(3)
})

test('counts a report at its hour, and shows it to its author', async ({ app, ada, ben }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const report = { day: ago(2), hour: 15, outcome: 'kicked_out', by_whom: 'guard', how: 'asked' } as const
  await ben.reportBust(spot_id, report)
  await addReports(app.db, spot_id, 1)
  const [own, other] = [await ben.getBusts(spot_id), await ada.getBusts(spot_id)]
  expect(own).toMatchObject({ reports: 1, mine: [report] })
  expect(other).toMatchObject({ reports: 1, mine: [] })
  expect(Math.max(...own.certainties)).toBeGreaterThan(0)
  expect(JSON.stringify(other)).not.toContain(ben.user_id)
})

test('a person has one report per spot and day: the later replaces the earlier one', async ({
  app,
  ada,
  ben,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await ben.reportBust(spot_id, {
    day: ago(3),
    hour: 12,
    outcome: 'kicked_out',
    by_whom: 'police',
    how: 'ticket',
  })
  await ben.reportBust(spot_id, { day: ago(3), hour: 14, outcome: 'peace' })
  await ben.reportBust(spot_id, { day: ago(4), hour: 14, outcome: 'peace' })
  await ada.reportBust(spot_id, { day: ago(3), hour: 14, outcome: 'peace' })
  await addReports(app.db, spot_id, 3)
  expect((await ben.getBusts(spot_id)).mine).toEqual([
    { day: ago(3), hour: 14, outcome: 'peace', by_whom: null, how: null },
    { day: ago(4), hour: 14, outcome: 'peace', by_whom: null, how: null },
  ])
  await ben.removeBust(spot_id, ago(3))
  await ben.removeBust(spot_id, ago(3))
  await addReports(app.db, spot_id, 2)
})

test('reports by suspended people do not count, and count again afterwards', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await ben.reportBust(spot_id, { day: ago(1), hour: 12, outcome: 'peace' })
  await cleo.reportBust(spot_id, { day: ago(1), hour: 12, outcome: 'kicked_out', by_whom: 'other' })
  await addReports(app.db, spot_id, 2)
  const suspend = (suspended_at: Date | null) =>
    app.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', cleo.user_id).execute()
  await suspend(new Date())
  await addReports(app.db, spot_id, 1)
  await suspend(null)
  await addReports(app.db, spot_id, 2)
})

test('deleting the last report deletes the statistics', async ({ app, ada, ben }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await ben.reportBust(spot_id, { day: ago(1), hour: 12, outcome: 'peace' })
  await addReports(app.db, spot_id, 1)
  await ben.removeBust(spot_id, ago(1))
  await addReports(app.db, spot_id, 0)
  expect(await ada.getBusts(spot_id)).toMatchObject({ reports: 0 })
})

test('a moved spot is recomputed in its new time zone', async ({ app, ada, ben }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await ben.reportBust(spot_id, { day: ago(1), hour: 12, outcome: 'peace' })
  await addReports(app.db, spot_id, 1)
  await app.db
    .updateTable('spots')
    .set({ latitude: 35.68, longitude: 139.69, country: 'Japan' })
    .where('id', '=', spot_id)
    .execute()
  await until(async () => {
    await rollUpBusts({ db: app.db })
    expect((await ada.getBusts(spot_id)).time_zone).toBe('Asia/Tokyo')
  })
})

test('refuses a session in the future, or too long ago, with a sentence', async ({ app, ada }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  const refused = async (report: object) => {
    const error = await ada.reportBust(spot_id, report as never).catch((error: unknown) => error)
    return error instanceof Refused ? error : null
  }
  const peace = { hour: 12, outcome: 'peace' }
  expect((await refused({ ...peace, day: addDays(today(), 1) }))?.fields?.day).toMatch(/still in the future/)
  expect((await refused({ ...peace, day: ago(31) }))?.fields?.day).toMatch(/more than a month/)
  for (const wrong of [
    { ...peace, day: '2026-02-30' },
    { ...peace, day: ago(1), hour: 24 },
    { ...peace, day: ago(1), outcome: 'chased' },
    { ...peace, day: ago(1), by_whom: 'guard' },
    { day: ago(1), hour: 1, outcome: 'kicked_out', by_whom: 'dog' },
  ])
    expect((await refused(wrong))?.status).toBe(400)
  expect((await ada.getBusts(spot_id)).mine).toEqual([])
})

async function storeReports(db: Db, spot_id: string, user_id: string, days: readonly number[]) {
  const rows = days.map((day) => ({
    spot_id,
    user_id,
    day: ago(day),
    outcome: 'kicked_out' as const,
    by_whom: null,
    how: null,
    hour: toLocalTime(new Date(), ZONE).hour,
  }))
  await db.insertInto('bust_reports').values(rows).execute()
}

test('fewer than five reports in the last year produce no estimate', async ({ app, ada, ben }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await storeReports(app.db, spot_id, ben.user_id, [1, 2, 3, 4, 370, 371])
  await addReports(app.db, spot_id, 4)
  expect(await ada.getBusts(spot_id)).toMatchObject({ reports: 4 })
  expect(await ada.getConditions(spot_id)).toMatchObject({ bust: null, time_zone: ZONE })
  await storeReports(app.db, spot_id, ben.user_id, [0])
  await addReports(app.db, spot_id, 5)
  expect((await ada.getConditions(spot_id)).bust?.chance).toBeGreaterThan(0)
})

test('the estimate is for the hour at the spot, not for the same hour elsewhere', async ({
  app,
  ada,
  ben,
}) => {
  const id = await aSpotRow(app.db, ada.user_id)
  await storeReports(app.db, id, ben.user_id, [1, 2, 3, 4, 5])
  await addReports(app.db, id, 5)
  const chances = Array.from({ length: WEEK_HOURS }, (_, hour) => hour)
  await app.db.updateTable('bust_clocks').set({ chances }).where('spot_id', '=', id).execute()
  const spot = await ada.getSpot(id)
  // Wednesday evening in UTC is Thursday in Barcelona.
  const { bust } = await bustNow(app.db, spot, new Date('2026-07-01T22:30:00Z'))
  expect(bust).toMatchObject({ weekday: 3, chance: toHourOfWeek(3, 0) })
})

test('a report that turns a year old no longer counts', async ({ app, ada, ben }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await storeReports(app.db, spot_id, ben.user_id, [10, 20])
  await addReports(app.db, spot_id, 2)
  await app.db.deleteFrom('bust_changes').execute()
  await app.db.transaction().execute(async (tx) => {
    // Bypasses the triggers, because time passes without a change.
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx
      .updateTable('bust_reports')
      .set({ day: ago(367) })
      .where('day', '=', ago(20))
      .execute()
  })
  await queueAgedReports(app.db)
  await addReports(app.db, spot_id, 1)
})

test('a deleted spot has no statistics, and accepts no report', async ({ app, ada, ben }) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await ada.removeSpot(spot_id)
  expect(await getOutcome(ben.getBusts(spot_id))).toBe('SPOT_NOT_FOUND')
  expect(await getOutcome(ben.reportBust(spot_id, { day: ago(1), hour: 1, outcome: 'peace' }))).toBe(
    'SPOT_NOT_FOUND',
  )
  expect(await getOutcome(ben.removeBust(spot_id, ago(1)))).toBe('SPOT_NOT_FOUND')
})
