import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../actors/actor.ts'
import type { TestApp } from '../world/app.ts'
import { test } from '../world/fixtures.ts'
import { anImportConflict } from '../makers/imports/imports.ts'
import { lockAwaited } from '../world/lock-awaited.ts'
import { mailsTo } from '../services/mails.ts'
import { follow } from '../makers/posts.ts'
import { aMediaItem, aSpot } from '../makers/spots.ts'
import { anArea } from '../makers/stewards.ts'

// Tests data about a spot that was derived or written while more people could see it, or by people who can see it.

async function sharePhotoSpot({ db }: TestApp, who: Actor, with_ = {}) {
  return who.shareSpot(aSpot({ media_ids: [await aMediaItem(db, who.user_id)], ...with_ }))
}

async function edits(who: Actor, id: string, change: object) {
  return who.editSpot(id, change, { version: (await who.getSpot(id)).version })
}

async function mutuals({ db }: TestApp, one: Actor, other: Actor) {
  await follow(db, one.user_id, other.user_id)
  await follow(db, other.user_id, one.user_id)
}

function grownUp({ db }: TestApp) {
  return db.updateTable('users').set({ created_at: sql`now() - interval '90 days'` }).execute()
}

test('stewards’ decisions at a spot invisible to admins are in the log without its name, and a case after an appeal', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  await anArea(mod, cleo, undefined, 'Log')
  for (const who of [ben, cleo]) await mutuals(app, ada, who)
  await grownUp(app)
  const { id } = await sharePhotoSpot(app, ada, { audience: 'mutuals', name: 'zqlog ledge' })
  await cleo.suggestFacts(id, { facts: { water: true } })
  const { suggestions } = await ben.suggestFacts(id, { facts: { toilet: true } })
  await cleo.answerSuggestion(suggestions[0]?.id ?? '', { agrees: false })
  const hidden = await sharePhotoSpot(app, ada, { audience: 'only_me', name: 'zqlog bank' })
  const twin = await sharePhotoSpot(app, ada, { audience: 'only_me', name: 'zqlog rail' })
  const { merge_id } = await ada.mergeSpots(hidden.id, { other_id: twin.id })
  await ada.undoMerge(merge_id)
  const { items } = await mod.listAudit()
  expect(items.slice(0, 4).map(({ act, reason }) => [act, reason])).toEqual([
    ['unmerged', '– → –'],
    ['merged', '– → –'],
    ['decided', 'toilet'],
    ['applied_facts', '–: water'],
  ])
  const seenBy = async (who: Actor) =>
    JSON.stringify([await who.listAudit(), await who.listCases({ status: 'closed' })])
  expect(await seenBy(mod)).not.toContain('zqlog')
  const found = await app.db
    .selectFrom('report_cases')
    .select('id')
    .where('spot_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await getOutcome(mod.getCase(found.id))).toBe('NOT_FOUND')
  expect(await seenBy(mod)).not.toContain(found.id)
  const [mail] = await mailsTo(app, ben.email, { about: 'About your spot' })
  const token = /\/appeal\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(await ben.lookAtDecision({ token })).toMatchObject({ words: 'zqlog ledge' })
  await ben.appeal({ token, words: 'There is one.' })
  expect(await mod.getCase(found.id)).toMatchObject({ words: 'zqlog ledge' })
  // A person who lost access to the spot doesn't learn its name from an old link.
  await ada.unfollowPerson(ben.user_id)
  expect(await ben.lookAtDecision({ token })).toMatchObject({ words: '' })
})

test('no list contains the distance between two spots once one of them is not shown exactly', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const one = await sharePhotoSpot(app, ada, { name: 'Far pair' })
  const other = await sharePhotoSpot(app, ben, { name: 'Near pair' })
  const [spot_id, other_id] = [one.id, other.id].toSorted() as [string, string]
  await app.db.insertInto('twin_pairs').values({ spot_id, other_id, likeness: 9, metres: 12.3 }).execute()
  const shown = async () => (await mod.listTwins({ spot_id: one.id })).items.length
  expect(await shown()).toBe(1)
  await edits(ada, one.id, { precision: 'about_150_m' })
  expect(await shown()).toBe(0)
})

test('a source’s position for a spot is hidden from everyone once the spot is not shown exactly', async ({
  app,
  ada,
  mod,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  const id = uuid()
  const theirs = JSON.stringify({ latitude: 41.3834567, longitude: 2.1678901 })
  await app.db
    .insertInto('import_conflicts')
    .values({ id, spot_id: spot.id, source: 'A list', field: 'position', theirs })
    .execute()
  const name = await anImportConflict(app.db, spot.id)
  const shown = async () =>
    (await mod.listImportConflicts()).items.filter((one) => one.spot.id === spot.id).map((one) => one.id)
  expect(await shown()).toEqual([id, name])
  const { version } = await edits(ada, spot.id, { precision: 'town' })
  expect(await shown()).toEqual([name])
  expect(await getOutcome(mod.decideImportConflict(id, { take: true, version }))).toBe('NOT_FOUND')
})

test('a conflict can’t be decided with an outdated position, nor about text that moderators hid', async ({
  app,
  ada,
  mod,
}) => {
  const { id: spot_id, version } = await sharePhotoSpot(app, ada)
  const id = uuid()
  const at = (latitude: number) => JSON.stringify({ latitude, longitude: 2.1678901 })
  await app.db
    .insertInto('import_conflicts')
    .values({ id, spot_id, source: 'A list', field: 'position', theirs: at(41.3834567) })
    .execute()
  const outcome = await app.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('import_conflicts')
      .set({ theirs: at(48.1) })
      .where('id', '=', id)
      .execute()
    const decided = getOutcome(mod.decideImportConflict(id, { take: true, version }))
    await lockAwaited(app.db)
    return { decided }
  })
  expect(await outcome.decided).toBe('STALE')
  const name = await anImportConflict(app.db, spot_id)
  await sql`insert into spot_hidden_texts (spot_id, name, shown_name) values (${spot_id}, 'Rude', 'Spot')`.execute(
    app.db,
  )
  expect(await getOutcome(mod.decideImportConflict(name, { take: true, version }))).toBe('NOT_FOUND')
})

test('people who lost access to the spot that theirs was merged into learn nothing by undoing the merge', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const [mine, theirs] = [await sharePhotoSpot(app, ada), await sharePhotoSpot(app, ben)]
  const { merge_id } = await mod.mergeSpots(theirs.id, { other_id: mine.id })
  await edits(ben, theirs.id, { audience: 'only_me' })
  expect((await ada.listMerges()).items).toEqual([])
  for (const who of [ada, mod]) expect(await getOutcome(who.undoMerge(merge_id))).toBe('MERGE_NOT_FOUND')
  expect(await getOutcome(ada.getSpot(mine.id))).toBe('SPOT_NOT_FOUND')
  expect(await getOutcome(ben.undoMerge(merge_id))).toBe('SPOTS_DIFFER')
})
