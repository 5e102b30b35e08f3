import { LIMITS } from '@nollie/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Actor, getOutcome, Refused } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { aFactChange } from '../../../test/makers/facts.ts'
import { commentsCounted } from '../../../test/world/wait-for-counts.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aMediaItem, aSpot } from '../../../test/makers/spots.ts'
import { importSpots, findNearestSpots } from '../spots/index.ts'

let somewhere = 40
/** A different place for each test, so that tests don't see each other's spots. */
function place() {
  return { latitude: (somewhere += 0.1), longitude: 2.1 }
}

function north({ latitude, longitude }: { latitude: number; longitude: number }, metres: number) {
  return { latitude: latitude + metres / 111_195, longitude }
}

type SharedSpot = Partial<Parameters<typeof aSpot>[0]>

async function share({ db }: TestApp, who: Actor, spot: SharedSpot = {}) {
  return (await who.shareSpot(aSpot({ media_ids: [await aMediaItem(db, who.user_id)], ...spot }))).id
}

async function shareTwins(app: TestApp, who: Actor, at = place()) {
  return {
    into: await share(app, who, { ...at, name: 'Tarragona rails' }),
    from: await share(app, who, { ...north(at, 12), name: 'Rails Tarragona' }),
  }
}

function compare({ jobs }: TestApp) {
  return jobs.runTimer('twins')
}

async function countRows({ db }: TestApp, table: string, spot_id: string) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where spot_id = ${spot_id}`.execute(db)
  return rows[0]?.n
}

async function refusedBy(call: Promise<unknown>): Promise<Refused> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Refused)
  return error as Refused
}

/** Adds every kind of content that a spot can have, by Ben. */
async function fill(app: TestApp, ben: Actor, id: string) {
  const post = await ben.addMedia({ spot_id: id, media_ids: [await aMediaItem(app.db, ben.user_id)] })
  await ben.comments(post.id, 'Good wax')
  await ben.saveSpot(id)
  const { time_zone } = await ben.getBusts(id)
  const day = new Date(Date.now() - 86_400_000).toLocaleDateString('sv', { timeZone: time_zone })
  await ben.reportBust(id, { day, hour: 12, outcome: 'peace' })
  await aFactChange(app.db, id, { user_id: ben.user_id, state: 'applied' })
  await sql`update spot_facts set water = true where spot_id = ${id}`.execute(app.db)
  await ben.addCheck(id, { answer: 'open', media_id: await aMediaItem(app.db, ben.user_id) })
  await ben.report({ report_type: 'other', description: 'Two pins', reported_spot_id: id })
  return post
}

test('the merged spot’s content moves to the other one, and can be moved back within thirty days', async ({
  app,
  ada,
  ben,
}) => {
  const { into, from } = await shareTwins(app, ada)
  const post = await fill(app, ben, from)
  await ben.saveSpot(into)
  await commentsCounted(app.db)
  const { contents } = (await ada.previewMerge(into, from)).from
  expect(contents).toMatchObject({ posts: 3, media: 3, comments: 1, checks: 1, bust_reports: 1, facts: 1 })

  const { merge_id, spot } = await ada.mergeSpots(into, { other_id: from })
  expect(spot.id).toBe(into)
  expect((await ben.getSpotGallery(into)).items).toHaveLength(4)
  expect((await ben.getPost(post.id)).spot).toMatchObject({ id: into })
  expect((await ben.listChecks(into)).items).toHaveLength(1)
  expect((await ben.getFacts(into)).facts.water).toBe(true)
  expect((await ben.getBusts(into)).mine).toHaveLength(1)
  expect(await countRows(app, 'report_cases', into)).toBe(1)
  // He had saved both spots, so the list has the remaining one once.
  const saved = (await ben.listSavedSpots()).items.map(({ id }) => id)
  expect(saved.filter((id) => [into, from].includes(id))).toEqual([into])
  expect((await ada.getSpotHistory(into)).items.map(({ action }) => action)).toContain('merge')

  const later = await ben.addMedia({ spot_id: into, media_ids: [await aMediaItem(app.db, ben.user_id)] })
  expect((await ada.undoMerge(merge_id)).id).toBe(from)
  expect((await ben.getSpotGallery(from)).items).toHaveLength(3)
  expect((await ben.getPost(post.id)).spot).toMatchObject({ id: from })
  expect((await ben.getPost(later.id)).spot).toMatchObject({ id: into })
  expect((await ben.listChecks(from)).items).toHaveLength(1)
  expect((await ben.getFacts(from)).facts.water).toBe(true)
  expect((await ben.getFacts(into)).facts.water).toBeNull()
  expect((await ben.getBusts(from)).mine).toHaveLength(1)
  expect(await countRows(app, 'report_cases', from)).toBe(1)
  const again = (await ben.listSavedSpots()).items.map(({ id }) => id)
  expect(again.filter((id) => [into, from].includes(id)).toSorted()).toEqual([into, from].toSorted())
  // This deletes the post with the spot it created. While merged, it was only one of the remaining spot's photo posts.
  expect(await getOutcome(ada.undoMerge(merge_id))).toBe('MERGE_NOT_FOUND')
})

test('calls about the merged spot are redirected to the other one, but changes to the spot itself are refused', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const { into, from } = await shareTwins(app, ada)
  await ada.mergeSpots(into, { other_id: from })
  expect((await ben.getSpot(from)).id).toBe(into)
  expect((await ben.getSpotCard(from)).id).toBe(into)
  const body = { spot_id: from, media_ids: [await aMediaItem(app.db, ben.user_id)] }
  const post = await ben.addMedia(body, { key: 'a-form-that-was-open' })
  expect(post.spot).toMatchObject({ id: into })
  // The client resends the request because the response was lost.
  expect((await ben.addMedia(body, { key: 'a-form-that-was-open' })).id).toBe(post.id)
  await cleo.saveSpot(from)
  expect((await cleo.getSpot(into)).saved).toBe(true)
  await cleo.addCheck(from, {
    answer: 'open',
    position: { ...(await ben.getSpot(into)), accuracy: 5 },
  } as never)
  expect((await ben.listChecks(into)).items).toHaveLength(1)
  const { version } = await ada.getSpot(into)
  for (const call of [
    () => ada.editSpot(from, { name: 'Mine' }, { version }),
    () => ada.removeSpot(from),
    () => ada.setSpotStatus(from, { status: 'gone' }),
  ]) {
    const refused = await refusedBy(call())
    expect([refused.code, refused.spot_id]).toEqual(['SPOT_MERGED', into])
  }
  expect((await ben.getSpot(into)).name).toBe('Tarragona rails')
})

test('people who can’t see the remaining spot learn nothing from the merged one’s URL', async ({
  app,
  ada,
  ben,
}) => {
  const { into, from } = await shareTwins(app, ada)
  await ada.mergeSpots(into, { other_id: from })
  const { version } = await ada.getSpot(into)
  await ada.editSpot(into, { audience: 'only_me' }, { version })
  const refused = await refusedBy(ben.getSpot(from))
  expect([refused.code, refused.spot_id]).toEqual(['SPOT_NOT_FOUND', undefined])
  const removal = await refusedBy(ben.removeSpot(from))
  expect([removal.code, removal.spot_id]).toEqual(['SPOT_NOT_FOUND', undefined])
})

test('only admins and the creator of both can merge, and never spots with different audiences or far apart', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const at = place()
  const own = await share(app, ada, { ...at, name: 'Hubba' })
  const other = await share(app, ben, { ...at, name: 'Hubba' })
  const secret = await share(app, ada, { ...at, name: 'Hubba', audience: 'only_me' })
  const members = await share(app, ada, { ...at, name: 'Hubba', audience: 'members' })
  const theirs = await share(app, ben, { ...at, name: 'Hubba', audience: 'members' })
  const far = await share(app, ada, { ...north(at, 5_000), name: 'Hubba' })
  expect(await getOutcome(ada.mergeSpots(own, { other_id: other }))).toBe('NOT_ALLOWED')
  expect(await getOutcome(ben.mergeSpots(own, { other_id: secret }))).toBe('SPOT_NOT_FOUND')
  expect(await getOutcome(ada.mergeSpots(own, { other_id: secret }))).toBe('SPOTS_DIFFER')
  expect(await getOutcome(ada.mergeSpots(secret, { other_id: own }))).toBe('SPOTS_DIFFER')
  // Someone blocked by Ben can see her spot, but not his.
  expect(await getOutcome(mod.mergeSpots(members, { other_id: theirs }))).toBe('SPOTS_DIFFER')
  expect(await getOutcome(ada.mergeSpots(own, { other_id: far }))).toBe('TOO_FAR_APART')
  expect(await getOutcome(ada.mergeSpots(own, { other_id: own }))).toBe('SPOT_NOT_FOUND')
  expect((await ada.previewMerge(own, secret)).refused).toBe('SPOTS_DIFFER')
  expect((await mod.mergeSpots(own, { other_id: other })).spot.id).toBe(own)
  const { items } = await mod.listAudit()
  expect(items[0]).toMatchObject({ act: 'merged', reason: 'Hubba → Hubba' })
})

test('the creator is notified with a way to undo it, even after the remaining spot was deleted', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const at = place()
  const into = await share(app, ada, { ...at, name: 'Bank' })
  const from = await share(app, ben, { ...at, name: 'Bank' })
  const { merge_id } = await mod.mergeSpots(into, { other_id: from })
  const [line] = await ben.notifications()
  expect(line).toMatchObject({ type: 'spot_merged', spot: { id: into } })
  expect((await ben.listMerges()).items.map(({ id }) => id)).toContain(merge_id)
  expect((await cleo.listMerges()).items.map(({ id }) => id)).not.toContain(merge_id)
  expect(await getOutcome(cleo.undoMerge(merge_id))).toBe('MERGE_NOT_FOUND')
  await ada.removeSpot(into)
  expect(await getOutcome(cleo.getSpot(from))).toBe('SPOT_NOT_FOUND')
  await ben.undoMerge(merge_id)
  expect((await cleo.getSpotGallery(from)).items).toHaveLength(1)
  const merged = (await ben.notifications()).filter(({ type }) => type === 'spot_merged')
  expect(merged.map(({ spot }) => spot?.id)).not.toContain(into)
  expect((await mod.restoreSpot(into)).id).toBe(into)
})

test('an import never restores a merged spot, and no admin restores it next to the other one', async ({
  app,
  mod,
}) => {
  const { db } = app
  const at = place()
  const record = (id: string, metres: number) => ({
    spot: { ...aSpotOfSource, name: 'Skatepark Nord', ...north(at, metres) },
    source: { name: 'osm', id, licence: 'ODbL', url: null },
  })
  const ids = await db
    .transaction()
    .execute((tx) => importSpots(tx, [record('node/1', 0), record('node/2', 5)]))
  const [into = '', from = ''] = ids.map(String)
  await mod.mergeSpots(into, { other_id: from })
  expect(await db.transaction().execute((tx) => importSpots(tx, [record('node/2', 5)]))).toEqual([null])
  expect((await mod.listDeletedSpots()).items.map(({ id }) => id)).not.toContain(from)
  const refused = await refusedBy(mod.restoreSpot(from))
  expect([refused.code, refused.spot_id]).toEqual(['SPOT_MERGED', into])
  await sql`update spots set deleted_at = now() - interval '31 days' where id = ${from}`.execute(db)
  await app.jobs.runTimer('deleted spots')
  expect(await db.transaction().execute((tx) => importSpots(tx, [record('node/2', 5)]))).toEqual([null])
  expect((await mod.getSpot(from)).id).toBe(into)
  expect((await findNearestSpots(db, [{ ...at, name: '', spot_types: null }]))[0]?.name).toBe(
    'Skatepark Nord',
  )
})

const aSpotOfSource = {
  description: null,
  address: null,
  city: null,
  state: null,
  country: null,
  postal_code: null,
  difficulty_level: null,
  spot_types: ['park' as const],
}

test('the nightly job finds duplicates, suggests them to people who can merge them, and never repeats dismissed ones', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const { into, from } = await shareTwins(app, ada)
  await compare(app)
  const [pair] = (await ada.listTwins({ spot_id: into })).items
  expect(pair?.spots.map(({ id }) => id)).toEqual([into, from])
  expect((await ben.listTwins({ spot_id: into })).items).toEqual([])
  expect((await mod.listTwins({ spot_id: from })).items).toHaveLength(1)
  expect(await getOutcome(ben.dismissTwins(into, from))).toBe('NOT_ALLOWED')
  await ada.dismissTwins(from, into)
  const { version } = await ada.getSpot(from)
  await ada.editSpot(from, { name: 'Tarragona rails' }, { version })
  await compare(app)
  expect((await ada.listTwins({ spot_id: into })).items).toEqual([])
})

test('the nightly job never compares spots visible to different people', async ({ app, ada, ben, mod }) => {
  const at = place()
  const open = await share(app, ada, { ...at, name: 'Manny pad' })
  await share(app, ada, { ...at, name: 'Manny pad', audience: 'members' })
  await share(app, ben, { ...at, name: 'Manny pad', audience: 'members' })
  await compare(app)
  expect((await mod.listTwins({ spot_id: open })).items).toEqual([])
  expect((await ada.listTwins({ spot_id: open })).items).toEqual([])
  expect(await countRows(app, 'twin_pairs', open)).toBe(0)
})

test('nearby spots with similar photos are duplicates even if their names differ', async ({ app, ada }) => {
  const at = place()
  const withPicture = async (spot: SharedSpot, hash: bigint) => {
    const media_id = await aMediaItem(app.db, ada.user_id)
    await sql`update media set picture_hash = ${hash.toString()}::bigint where id = ${media_id}`.execute(
      app.db,
    )
    return { id: await share(app, ada, { ...spot, media_ids: [media_id] }), media_id }
  }
  const hash = 0x0f3c_5a5a_1234_7777n
  const one = await withPicture({ ...at, name: 'Courthouse' }, hash)
  await withPicture({ ...north(at, 60), name: 'Elementary' }, hash ^ 0b1011n)
  await withPicture({ ...north(at, -60), name: 'Hospital' }, ~hash & 0x7fff_ffff_ffff_ffffn)
  await withPicture({ ...north(at, 500), name: 'Library' }, hash)
  await compare(app)
  const { items } = await ada.listTwins({ spot_id: one.id })
  expect(items.map(({ same_picture, spots }) => [same_picture, spots[1].name])).toEqual([
    [true, 'Elementary'],
  ])
  const { items: nearby } = await ada.nearbySpots({
    ...north(at, 30),
    name: 'Something else',
    media_ids: one.media_id,
  })
  expect(nearby.map(({ spot, same_picture }) => `${spot.name} ${same_picture}`).toSorted()).toEqual([
    'Courthouse true',
    'Elementary true',
  ])
})

test('two concurrent merges, and a merge during a deletion, have a single outcome and never deadlock', async ({
  app,
  ada,
}) => {
  for (let round = 0; round < 4; round++) {
    const { into, from } = await shareTwins(app, ada)
    const outcomes = await Promise.all([
      getOutcome(ada.mergeSpots(into, { other_id: from })),
      getOutcome(ada.mergeSpots(from, { other_id: into })),
    ])
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    const other = await shareTwins(app, ada)
    const [merged, removed] = await Promise.all([
      getOutcome(ada.mergeSpots(other.into, { other_id: other.from })),
      getOutcome(ada.removeSpot(other.from)),
    ])
    expect([
      ['done', 'SPOT_MERGED'],
      ['SPOT_NOT_FOUND', 'done'],
    ]).toContainEqual([merged, removed])
  }
})

test('a chain of merges redirects to its end, and is undone from there', async ({ app, ada, ben }) => {
  const at = place()
  const [a, b, c] = [
    await share(app, ada, { ...at, name: 'A' }),
    await share(app, ada, { ...at, name: 'B' }),
    await share(app, ada, { ...at, name: 'C' }),
  ]
  const first = await ada.mergeSpots(b, { other_id: a })
  const second = await ada.mergeSpots(c, { other_id: b })
  expect((await ben.getSpot(a)).id).toBe(c)
  const refused = await refusedBy(ada.undoMerge(first.merge_id))
  expect([refused.code, refused.spot_id]).toEqual(['SPOT_MERGED', c])
  await ada.undoMerge(second.merge_id)
  expect((await ben.getSpot(a)).id).toBe(b)
  await ada.undoMerge(first.merge_id)
  for (const id of [a, b, c]) expect((await ben.getSpotGallery(id)).items).toHaveLength(1)
})

test('an undone merge never reveals a restricted spot, and merges are deleted after thirty days', async ({
  app,
  ada,
  ben,
}) => {
  const one = await shareTwins(app, ada)
  const closed = await ada.mergeSpots(one.into, { other_id: one.from })
  await ada.editSpot(one.into, { audience: 'only_me' }, { version: closed.spot.version })
  expect(await getOutcome(ada.undoMerge(closed.merge_id))).toBe('SPOTS_DIFFER')
  expect(await getOutcome(ben.getSpot(one.from))).toBe('SPOT_NOT_FOUND')
  const two = await shareTwins(app, ada)
  const { merge_id } = await ada.mergeSpots(two.into, { other_id: two.from })
  await sql`update spot_merges set merged_at = now() - make_interval(days => ${LIMITS.unmerge_days}, mins => 1)
    where id = ${merge_id}`.execute(app.db)
  expect(await getOutcome(ada.undoMerge(merge_id))).toBe('MERGE_NOT_FOUND')
  expect((await ada.listMerges()).items.map(({ id }) => id)).not.toContain(merge_id)
})

test('reports in both spots’ open cases are decided together, and separately after the merge is undone', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const { into, from } = await shareTwins(app, ada)
  const report = (who: Actor, reported_spot_id: string) =>
    who.report({ report_type: 'spam', description: null, reported_spot_id })
  await report(ben, into)
  await report(ben, from)
  await report(cleo, from)
  const { merge_id } = await ada.mergeSpots(into, { other_id: from })
  const selectOpen = async () => {
    const { rows } = await sql<{ spot_id: string; n: number }>`
      select spot_id, reports_count as n from report_cases where status = 'open' and spot_id in (${into}, ${from}) order by n`.execute(
      app.db,
    )
    return rows.map(({ spot_id, n }) => [spot_id, n])
  }
  expect(await selectOpen()).toEqual([[into, 2]])
  await mod.undoMerge(merge_id)
  expect(await selectOpen()).toEqual([
    [into, 1],
    [from, 2],
  ])
})
