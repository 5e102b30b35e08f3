import type { Marks } from '@nollie/contract'
import { sql } from 'kysely'
import { v4, v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { type Actor, getOutcome } from '../../../test/actors/actor.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'
import { aMediaItem, aSpot } from '../../../test/makers/spots.ts'

// In a 1600 x 1200 photo without perspective, the board is 400 pixels long and the face 1000 x 250.
function at(x: number, y: number) {
  return { x: x / 1600, y: y / 1200 }
}

const deck: Marks['deck'] = [at(500, 700), at(900, 700)]
const face: Marks['face'] = [at(300, 500), at(1300, 500), at(1300, 750), at(300, 750)]
const MARKS: Marks = { deck, face, height: null }

async function shareLedge({ db }: TestApp, who: Actor) {
  const media_id = await aMediaItem(db, who.user_id)
  const spot = (await who.shareSpot(aSpot({ media_ids: [media_id] }))).id
  const obstacle = v4()
  await who.suggestFacts(spot, { obstacles: [{ id: obstacle, obstacle: { kind: 'ledge', waxed: true } }] })
  return { media_id, spot, obstacle }
}

test('FACT-07 the server computes the sizes, stores the marks, remembers the board, and suggests the dimensions', async ({
  app,
  ada,
  ben,
}) => {
  const { media_id, spot, obstacle } = await shareLedge(app, ada)
  expect(await ada.listMeasurements(spot)).toEqual({ items: [], deck_cm: null })
  const key = uuid()
  const made = await ada.measureObstacle(spot, obstacle, { media_id, marks: MARKS, deck_cm: 80 }, { key })
  expect(made).toMatchObject({ obstacle_id: obstacle, marks: MARKS, deck_cm: 80, is_own: true })
  expect(made.height.cm).toBeCloseTo(50, 0)
  expect(made.length?.cm).toBeCloseTo(200, 0)
  expect(made.height.error_cm).toBeLessThan(4)
  expect(await ada.measureObstacle(spot, obstacle, { media_id, marks: MARKS, deck_cm: 80 }, { key })).toEqual(
    made,
  )
  expect((await ada.getFacts(spot)).obstacles).toMatchObject([{ height_cm: 50, length_cm: 200, waxed: true }])
  // Another member's measurement becomes a suggestion. Their board has a different size.
  const marks: Marks = { deck, face: null, height: [at(300, 500), at(300, 750)] }
  const second = await ben.measureObstacle(spot, obstacle, { media_id, marks, deck_cm: 82.5 })
  expect(second.length).toBe(null)
  expect(second.height.error_cm).toBeGreaterThan(made.height.error_cm)
  const { items, deck_cm } = await ben.listMeasurements(spot)
  expect(items.map(({ id }) => id)).toEqual([second.id, made.id])
  expect([deck_cm, (await ben.getPreferences()).deck_cm]).toEqual([82.5, 82.5])
  expect((await ada.getFacts(spot)).suggestions).toMatchObject([{ user: { username: ben.username } }])
})

test('FACT-07 invalid marks, other photos, and other obstacles can’t be measured', async ({
  app,
  ada,
  cleo,
}) => {
  const { media_id, spot, obstacle } = await shareLedge(app, ada)
  const other = await shareLedge(app, cleo)
  const with_ = (body: object, target = obstacle) =>
    getOutcome(ada.measureObstacle(spot, target, { media_id, marks: MARKS, deck_cm: 80, ...body }))
  expect(await with_({ media_id: other.media_id })).toBe('MEDIA_NOT_FOUND')
  expect(await with_({}, other.obstacle)).toBe('OBSTACLE_NOT_FOUND')
  const crossed = [at(300, 500), at(1300, 750), at(1300, 500), at(300, 750)]
  expect(await with_({ marks: { ...MARKS, face: crossed } })).toBe('NOT_MEASURABLE')
  expect(await with_({ marks: { ...MARKS, deck: [deck[0], deck[0]] } })).toBe('NOT_MEASURABLE')
  for (const body of [
    { deck_cm: 20 },
    { marks: { ...MARKS, face: null } },
    { marks: { ...MARKS, height: deck } },
    { marks: { ...MARKS, deck: [{ x: -1, y: 0 }, deck[1]] } },
  ])
    expect(await with_(body)).toBe('BAD_REQUEST')
  expect((await ada.listMeasurements(spot)).items).toEqual([])
})

test('FACT-07 a measurement is deleted with its photo, and can be deleted by its author or people who can decide', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const { media_id, spot, obstacle } = await shareLedge(app, ada)
  const measured = () =>
    ada.measureObstacle(spot, obstacle, { media_id, marks: MARKS, deck_cm: 80, suggests: false })
  const [first, second] = [await measured(), await measured()]
  expect(await getOutcome(ben.removeMeasurement(first.id))).toBe('NOT_ALLOWED')
  await ada.blockPerson(ben.user_id)
  expect(await getOutcome(ben.removeMeasurement(first.id))).toBe('MEASUREMENT_NOT_FOUND')
  expect((await ben.listMeasurements(spot)).items).toEqual([])
  await ada.unblockPerson(ben.user_id)
  await mod.removeMeasurement(first.id)
  expect(await getOutcome(ada.removeMeasurement(first.id))).toBe('MEASUREMENT_NOT_FOUND')
  expect((await ben.listMeasurements(spot)).items.map(({ id }) => id)).toEqual([second.id])
  await app.db.updateTable('posts').set({ hidden_at: sql`now()` }).where('spot_id', '=', spot).execute()
  expect((await ben.listMeasurements(spot)).items).toEqual([])
})
