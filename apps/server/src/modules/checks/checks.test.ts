import { LIMITS } from '@nollie/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { type Actor, actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { lockAwaited } from '../../../test/world/lock-awaited.ts'
import { notificationRows } from '../../../test/world/notifications.ts'
import { aCrowd, aMediaItem, aSpot } from '../../../test/makers/spots.ts'
import { spotsCounted } from '../../../test/world/wait-for-counts.ts'
import { takeGoneOffMap } from '../spots/index.ts'
import { updateChanged, updateEnded, updateSettled } from './update-spot-condition.service.ts'

const SPOT = { latitude: 41.38335, longitude: 2.16687 }
/** Builds a position this many meters north of the spot. */
function metresAway(metres: number, accuracy = 5) {
  return {
    position: { ...SPOT, latitude: SPOT.latitude + metres / 111_195, accuracy },
  }
}

const HERE = metresAway(20)

async function sharePhotoSpot({ db }: TestApp, who: Actor) {
  const media_ids = [await aMediaItem(db, who.user_id)]
  return (await who.shareSpot(aSpot({ media_ids, ...SPOT }))).id
}

/** Makes these people's accounts old enough not to count as new. */
async function known({ db }: TestApp, ...people: { user_id: string }[]) {
  const ids = people.map(({ user_id }) => user_id)
  await sql`update users set created_at = now() - interval '1 year' where id = any (${ids}::uuid[])`.execute(
    db,
  )
}

async function fetchSpotCondition(who: Actor, id: string) {
  return (await who.getSpot(id)).standing
}

/** Recalculates and fetches a spot's status. Call it repeatedly, because the server may be recalculating as well. */
async function weighedAnew(db: TestApp['db'], who: Actor, id: string) {
  await updateChanged({ db })
  return fetchSpotCondition(who, id)
}

function ago({ db }: TestApp, interval: string, spot_id: string) {
  return sql`update checks set seen_at = seen_at - ${interval}::interval where spot_id = ${spot_id}`.execute(
    db,
  )
}

test('CHECK-01 within 300 m one tap reports the status, and the position is never stored', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  await known(app, ada, ben, cleo)
  const id = await sharePhotoSpot(app, ada)
  expect(await fetchSpotCondition(ada, id)).toEqual({
    state: 'open',
    until: null,
    confirmed_at: null,
    confirmed_by: 0,
    is_doubtful: false,
  })
  const { standing } = await ben.addCheck(id, { answer: 'open', ...HERE })
  expect(standing).toMatchObject({ state: 'open', confirmed_by: 1, is_doubtful: false })
  expect(await fetchSpotCondition(cleo, id)).toEqual(standing)
  await cleo.addCheck(id, { answer: 'open', ...metresAway(250) })
  const { items } = await ada.listChecks(id)
  expect(items.map(({ user, distance, answer }) => [user.username, distance, answer])).toEqual([
    ['cleo', 'near', 'open'],
    ['ben', 'at', 'open'],
  ])
  for (const away of [LIMITS.check_metres + 20, 5_000])
    expect(await getOutcome(ben.addCheck(id, { answer: 'gone', ...metresAway(away, 10) }))).toBe('TOO_FAR')
  // We allow for a device's inaccuracy, but only up to a limit.
  await ben.addCheck(id, { answer: 'open', ...metresAway(350, 80) })
  expect(await getOutcome(ben.addCheck(id, { answer: 'open', ...metresAway(900, 5_000) }))).toBe('TOO_FAR')
  const { rows } = await sql<{ text: string }>`
    select concat((select jsonb_agg(c) from checks c), (select jsonb_agg(k) from idempotency_keys k),
      (select jsonb_agg(e) from events e where e.data ? 'position'), (select jsonb_agg(x) from jobs.job x)) as text`
    .execute(app.db)
    .catch(() =>
      sql<{ text: string }>`select concat((select jsonb_agg(c) from checks c),
        (select jsonb_agg(k) from idempotency_keys k)) as text`.execute(app.db),
    )
  for (const digits of ['41.3835', '41.3855', '41.3864']) expect(rows[0]?.text).not.toContain(digits)
})

test('CHECK-02 a repeated report has one effect, and a later one within a day replaces the earlier', async ({
  app,
  ada,
  ben,
}) => {
  const id = await sharePhotoSpot(app, ada)
  const key = uuid()
  const first = await ben.addCheck(id, { answer: 'open', ...HERE }, { key })
  // How the distance was measured isn't part of a request's identity: the device may have moved or lost its network.
  expect(await ben.addCheck(id, { answer: 'open', ...metresAway(40) }, { key })).toEqual(first)
  expect(await ben.addCheck(id, { answer: 'open', distance: 'at' }, { key })).toEqual(first)
  expect(await getOutcome(ben.addCheck(id, { answer: 'gone', ...HERE }, { key }))).toBe('KEY_REUSED')
  const second = await ben.addCheck(id, { answer: 'skatestopped', ...HERE })
  expect((await ada.listChecks(id)).items.map(({ id }) => id)).toEqual([second.id])
  const wrong = [
    { answer: 'closed' as const, ...HERE },
    { answer: 'open' as const, until: '2030-01-01', ...HERE },
    { answer: 'open' as const },
    { answer: 'closed' as const, until: 'tomorrow', ...HERE },
  ]
  for (const body of wrong) expect(await getOutcome(ben.addCheck(id, body))).toBe('BAD_REQUEST')
  expect(await getOutcome(ben.addCheck(uuid(), { answer: 'open', ...HERE }))).toBe('SPOT_NOT_FOUND')
  const past = ben.addCheck(id, { answer: 'closed', until: '2020-01-01', ...HERE })
  expect(await getOutcome(past)).toBe('BAD_REQUEST')
})

test('CHECK-03 from elsewhere a photo from today is proof, and is added to the spot’s page', async ({
  app,
  ada,
  ben,
}) => {
  const { db } = app
  await known(app, ben)
  const id = await sharePhotoSpot(app, ada)
  const media_id = await aMediaItem(db, ben.user_id)
  const old = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const stopped = { answer: 'skatestopped' as const, media_id }
  expect(await getOutcome(ben.addCheck(id, { ...stopped, taken_at: old }))).toBe('PHOTO_TOO_OLD')
  await sql`update media set created_at = now() - interval '3 days' where id = ${media_id}`.execute(db)
  expect(await getOutcome(ben.addCheck(id, stopped))).toBe('PHOTO_TOO_OLD')
  await sql`update media set created_at = now() where id = ${media_id}`.execute(db)
  expect(await getOutcome(ada.addCheck(id, stopped))).toBe('MEDIA_NOT_FOUND')
  const video = await aMediaItem(db, ben.user_id, { type: 'video' })
  expect(await getOutcome(ben.addCheck(id, { ...stopped, media_id: video }))).toBe('UNPROCESSABLE')
  await ben.addCheck(id, { ...stopped, taken_at: new Date().toISOString() })
  expect(await fetchSpotCondition(ada, id)).toMatchObject({ state: 'skatestopped' })
  const [check] = (await ada.listChecks(id)).items
  expect(check).toMatchObject({ distance: 'away' })
  expect((await ada.getSpotGallery(id)).items[0]).toMatchObject({
    post_id: check?.post_id,
    user: { username: 'ben' },
  })
  // A report doesn't count if its photo is deleted or hidden.
  const weighed = () => weighedAnew(db, ada, id)
  await sql`update posts set hidden_at = now() where id = ${check?.post_id}`.execute(db)
  await expect.poll(weighed).toMatchObject({ state: 'open' })
  await sql`update posts set hidden_at = null where id = ${check?.post_id}`.execute(db)
  await expect.poll(weighed).toMatchObject({ state: 'skatestopped' })
  await ben.removePost(check?.post_id ?? '')
  await expect.poll(weighed).toMatchObject({ state: 'open' })
})

test('CHECK-04 two people can remove a spot; the creator is notified, the map is updated, and people can bring it back', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const { db } = app
  await known(app, ada, ben, cleo, mod)
  const id = await sharePhotoSpot(app, ada)
  await ben.addCheck(id, { answer: 'gone', ...HERE })
  expect(await ada.getSpot(id)).toMatchObject({ status: 'open', standing: { state: 'open' } })
  await cleo.addCheck(id, { answer: 'gone', ...HERE })
  expect(await ada.getSpot(id)).toMatchObject({ status: 'gone', standing: { state: 'gone' } })
  const [line] = (await ada.listNotifications()).items
  expect(line).toMatchObject({
    type: 'spot_state',
    spot: { id },
    spot_state: 'gone',
    actors: [],
    read_at: null,
  })
  const [change] = (await ada.getSpotHistory(id)).items
  expect(change).toMatchObject({ action: 'status', user_id: null, before: { status: 'open' } })
  // The creator has only one vote.
  await ada.setSpotStatus(id, { status: 'open' })
  expect(await ada.getSpot(id)).toMatchObject({ status: 'open', standing: { state: 'open' } })
  await mod.addCheck(id, { answer: 'gone', ...HERE })
  expect(await ada.getSpot(id)).toMatchObject({ status: 'gone' })
  // A moderator's decision holds until enough people report otherwise.
  await mod.setSpotStatus(id, { status: 'open' })
  await ben.addCheck(id, { answer: 'gone', ...HERE })
  expect(await ada.getSpot(id)).toMatchObject({ status: 'open' })
  expect(await notificationRows(app, ben)).toEqual([])
  await ada.removeSpot(id)
  expect((await ada.listNotifications()).items.filter(({ spot }) => spot?.id === id)).toEqual([])
  expect(await db.selectFrom('checks').select('id').where('spot_id', '=', id).execute()).not.toEqual([])
})

test('CHECK-05 many new accounts can’t change a spot’s status', async ({ app, ada, ben }) => {
  const { db } = app
  const id = await sharePhotoSpot(app, ada)
  const ids = Array.from({ length: 60 }, () => uuid())
  await aCrowd(db, ids, (n) => `young${n}`)
  await sql`
    insert into checks (id, spot_id, user_id, answer, distance, proof, seen_at)
    select gen_random_uuid(), ${id}, person, 'gone', 'at', 'position', now() from unnest(${ids}::uuid[]) person`.execute(
    db,
  )
  await ben.addCheck(id, { answer: 'gone', ...HERE })
  expect(await fetchSpotCondition(ada, id)).toMatchObject({ state: 'open' })
})

test('CHECK-06 reports by suspended people do not count, a moderator can delete them, and anyone can withdraw their own', async ({
  app,
  ada,
  cleo,
  mod,
}) => {
  const { db } = app
  const dora = await actor(app, 'dora')
  await known(app, ada, dora, cleo)
  const id = await sharePhotoSpot(app, ada)
  await dora.addCheck(id, { answer: 'skatestopped', ...HERE })
  expect(await fetchSpotCondition(ada, id)).toMatchObject({ state: 'skatestopped' })
  await mod.suspendPerson(dora.user_id, { reason: 'Spam.' })
  const weighed = () => weighedAnew(db, ada, id)
  await expect.poll(weighed).toMatchObject({ state: 'open', confirmed_by: 0 })
  expect((await ada.listChecks(id)).items).toEqual([])
  await mod.unsuspend(dora.user_id)
  await expect.poll(weighed).toMatchObject({ state: 'skatestopped' })
  await mod.dropChecksOf(dora.user_id)
  await expect.poll(weighed).toMatchObject({ state: 'open' })
  const [entry] = (await mod.listAudit()).items
  expect(entry).toMatchObject({ act: 'deleted', person: { user_id: dora.user_id } })

  const { id: own } = await cleo.addCheck(id, { answer: 'skatestopped', ...HERE })
  expect(await getOutcome(ada.removeCheck(own))).toBe('CHECK_NOT_FOUND')
  expect(await cleo.removeCheck(own)).toMatchObject({ state: 'open' })
  expect(await getOutcome(cleo.removeCheck(own))).toBe('CHECK_NOT_FOUND')
  const { id: other } = await cleo.addCheck(id, { answer: 'skatestopped', ...HERE })
  expect(await mod.removeCheck(other)).toMatchObject({ state: 'open' })
})

test('CHECK-07 no one sees reports across a block', async ({ app, ada, cleo }) => {
  const id = await sharePhotoSpot(app, ada)
  await cleo.addCheck(id, { answer: 'open', ...HERE })
  await ada.blockPerson(cleo.user_id)
  expect((await ada.listChecks(id)).items).toEqual([])
  expect((await cleo.listChecks(id)).items).toHaveLength(1)
  await ada.unblockPerson(cleo.user_id)
})

test('CHECK-08 a spot is closed until a given day, and open afterwards', async ({ app, ada, cleo }) => {
  const { db } = app
  await known(app, cleo)
  const id = await sharePhotoSpot(app, ada)
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const { standing } = await cleo.addCheck(id, { answer: 'closed', until: day, ...HERE })
  expect(standing).toMatchObject({ state: 'closed', until: day })
  await updateEnded({ db })
  expect(await fetchSpotCondition(ada, id)).toMatchObject({ state: 'closed' })
  await sql`update checks set until = until - 9 where spot_id = ${id}`.execute(db)
  await sql`update spots set state_until = state_until - 9 where id = ${id}`.execute(db)
  await updateEnded({ db })
  expect(await fetchSpotCondition(ada, id)).toMatchObject({ state: 'open', until: null })
})

test('CHECK-09 a spot removed for a year leaves the map, and its page and photos stay', async ({
  app,
  ada,
}) => {
  const { db } = app
  const id = await sharePhotoSpot(app, ada)
  await ada.setSpotStatus(id, { status: 'gone' })
  const onMap = async () => {
    await spotsCounted(db)
    const view = { z: '18', x0: '132649', x1: '132650', y0: '97912', y1: '97916' }
    const found = await ada.listSpots({ z: '0', x0: '0', x1: '0', y0: '0', y1: '0', status: 'gone' })
    const all = await ada.getMap({ ...view, z: '0', x0: '0', x1: '0', y0: '0', y1: '0', status: 'all' })
    return [found.items.some((card) => card.id === id), all.total]
  }
  const [isListed, total] = await onMap()
  expect(isListed).toBe(true)
  await takeGoneOffMap(db)
  expect(await onMap()).toEqual([true, total])
  await sql`update spots set gone_since = now() - interval '366 days' where id = ${id}`.execute(db)
  await takeGoneOffMap(db)
  expect(await onMap()).toEqual([false, Number(total) - 1])
  expect((await ada.getSpotGallery(id)).items).toHaveLength(1)
  expect(await ada.getSpot(id)).toMatchObject({ status: 'gone' })
  await ada.setSpotStatus(id, { status: 'open' })
  await spotsCounted(db)
  const back = await ada.getMap({ z: '0', x0: '0', x1: '0', y0: '0', y1: '0', status: 'all' })
  expect(back.total).toBe(total)
})

test('CHECK-10 an offline device reports time and distance, counts half as much, and is never ahead of the clock', async ({
  app,
  ada,
  ben,
}) => {
  await known(app, ben)
  const id = await sharePhotoSpot(app, ada)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const { standing } = await ben.addCheck(id, {
    answer: 'skatestopped',
    distance: 'near',
    seen_at: yesterday,
  })
  expect(standing).toMatchObject({ state: 'open' })
  expect((await ada.listChecks(id)).items[0]).toMatchObject({ distance: 'near', seen_at: yesterday })
  await ben.addCheck(id, { answer: 'open', distance: 'at', seen_at: '2126-01-01T00:00:00.000Z' })
  expect(Date.parse((await fetchSpotCondition(ada, id)).confirmed_at ?? '')).toBeLessThan(Date.now() + 60_000)
})

test('CHECK-11 no one can be at two distant spots at the same time', async ({ app, ada }) => {
  const emil = await actor(app, 'emil')
  const id = await sharePhotoSpot(app, ada)
  const media_ids = [await aMediaItem(app.db, ada.user_id)]
  const far = await ada.shareSpot(aSpot({ media_ids, latitude: 52.52, longitude: 13.405 }))
  const there = { position: { latitude: 52.52, longitude: 13.405, accuracy: 5 } }
  await emil.addCheck(far.id, { answer: 'open', ...there })
  expect(await getOutcome(emil.addCheck(id, { answer: 'open', ...HERE }))).toBe('TOO_FAR')
  await ago(app, '5 hours', far.id)
  await emil.addCheck(id, { answer: 'open', ...HERE })
})

test('CHECK-12 the map filters by status, and pins show it', async ({ app, ada, ben }) => {
  const { db } = app
  await known(app, ben)
  await sql`update spots set deleted_at = now() where deleted_at is null`.execute(db)
  const fresh = await sharePhotoSpot(app, ada)
  const doubtful = await sharePhotoSpot(app, ada)
  const stopped = await sharePhotoSpot(app, ada)
  await sql`update spots set created_at = now() - interval '19 months' where id = ${doubtful}`.execute(db)
  await ben.addCheck(stopped, { answer: 'under_construction', ...HERE })
  await spotsCounted(db)
  const world = { z: '0', x0: '0', x1: '0', y0: '0', y1: '0' }
  const found = async (status?: 'confirmed' | 'doubtful' | 'stopped') =>
    (await ada.listSpots({ ...world, ...(status && { status }) })).items.map(({ id }) => id).toSorted()
  expect(await found()).toEqual([fresh, doubtful, stopped].toSorted())
  expect([await found('confirmed'), await found('doubtful'), await found('stopped')]).toEqual([
    [fresh],
    [doubtful],
    [stopped],
  ])
  const { pins, total } = await ada.getMap({ ...world, status: 'doubtful' })
  expect([total, Math.floor((pins[2] ?? 0) / 16)]).toEqual([1, 3])
  const looks = (await ada.getMap(world)).pins
    .filter((_, i) => i % 3 === 2)
    .map((kind) => Math.floor(kind / 16))
  expect(looks.toSorted((a, b) => a - b)).toEqual([0, 2, 3])
})

test('ending a settlement locks the spot before the settlement, like replacing it', async ({ app, ada }) => {
  const { db } = app
  const spot_id = await sharePhotoSpot(app, ada)
  const settled = { state: 'closed', until: '2026-01-01' } as const
  await db
    .insertInto('spot_settlements')
    .values({ spot_id, user_id: ada.user_id, ...settled })
    .execute()
  const { weighed } = await db.transaction().execute(async (tx) => {
    await sql`select from spots where id = ${spot_id} for no key update`.execute(tx)
    const waiting = updateSettled({ db })
    await lockAwaited(db)
    // A settlement that was replaced concurrently isn't over.
    await sql`select from spot_settlements where spot_id = ${spot_id} for update nowait`.execute(tx)
    await tx
      .updateTable('spot_settlements')
      .set({ until: '2999-01-01' })
      .where('spot_id', '=', spot_id)
      .execute()
    return { weighed: waiting }
  })
  await weighed
  const row = await db
    .selectFrom('spot_settlements')
    .select('is_over')
    .where('spot_id', '=', spot_id)
    .executeTakeFirst()
  expect(row).toEqual({ is_over: false })
})
