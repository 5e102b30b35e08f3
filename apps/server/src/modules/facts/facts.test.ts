import { LIMITS, obstacleField, type SpotFacts } from '@nollie/contract'
import { sql } from 'kysely'
import { v4, v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import { type Actor, actor, getOutcome } from '../../../test/actors/actor.ts'
import { grownUp, newestChange, getSuggestionId } from '../../../test/makers/facts.ts'
import { test } from '../../../test/world/fixtures.ts'
import { lockAwaited } from '../../../test/world/lock-awaited.ts'
import { sharePhotoSpot } from '../../../test/makers/spots.ts'

const LEDGE = { kind: 'ledge', height_cm: 45, length_cm: 300, material: 'marble', waxed: true } as const

function getSurface({ facts }: SpotFacts) {
  return facts.surface
}

test('FACT-01 the creator’s changes apply immediately, and are shown on the card', async ({
  app,
  ada,
  visitor,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  expect(await ada.getFacts(spot)).toMatchObject({
    version: 0,
    obstacles: [],
    may_decide: true,
    suggestions: [],
  })
  expect((await visitor.getSpotCard(spot)).facts).toBe(null)
  const id = v4()
  const after = await ada.suggestFacts(spot, {
    facts: { surface: 'smooth', ground: 'concrete', light_at_night: 'full', water: true },
    obstacles: [{ id, obstacle: LEDGE }],
  })
  expect(after).toMatchObject({
    facts: { surface: 'smooth', ground: 'concrete', light_at_night: 'full', water: true, roof: null },
    obstacles: [{ id, ...LEDGE, stairs: null, knobbed: null }],
    version: 1,
    suggestions: [],
  })
  expect((await visitor.getSpotCard(spot)).facts).toEqual({
    surface: 'smooth',
    ground: 'concrete',
    light_at_night: 'full',
    obstacle: { kind: 'ledge', height_cm: 45, stairs: null },
  })
  // Suggesting the current value again changes nothing.
  expect(await ada.suggestFacts(spot, { facts: { surface: 'smooth' } })).toMatchObject({ version: 1 })
  const gone = await ada.suggestFacts(spot, { facts: { water: null }, obstacles: [{ id, obstacle: null }] })
  expect(gone).toMatchObject({ facts: { water: null }, obstacles: [], version: 2 })
})

test('FACT-02 a member suggests a fact, and a second member’s vote applies it; new accounts have no vote', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  await app.db.updateTable('users').set({ created_at: sql`now()` }).execute()
  const open = await ben.suggestFacts(spot, { facts: { surface: 'rough' } })
  expect(open).toMatchObject({ version: 0, may_decide: false, facts: { surface: null } })
  expect(open.suggestions).toMatchObject([
    { is_own: true, agreeing: 0, against: 0, needed: 2, my_voice: true },
  ])
  expect(getSurface(await cleo.answerSuggestion(getSuggestionId(open), { agrees: true }))).toBe(null)
  await grownUp(app)
  const agreed = await cleo.answerSuggestion(getSuggestionId(open), { agrees: true })
  expect(agreed).toMatchObject({ version: 1, facts: { surface: 'rough' }, suggestions: [] })
  expect(await getOutcome(cleo.answerSuggestion(getSuggestionId(open), { agrees: true }))).toBe('CONFLICT')
  // Making the same suggestion counts as a vote for it.
  await ben.suggestFacts(spot, { facts: { roof: 'full', toilet: true } })
  const same = await cleo.suggestFacts(spot, { facts: { toilet: true, roof: 'full' } })
  expect(same).toMatchObject({ version: 2, facts: { roof: 'full', toilet: true }, suggestions: [] })
  const last = await newestChange(ada, spot)
  expect(last).toMatchObject({ state: 'applied', user: { username: ben.username } })
  expect(last?.fields).toContainEqual({ field: 'roof', before: null, after: 'full' })
})

test('facts that are sent twice with one key are stored once, whether they apply or are suggested', async ({
  app,
  ada,
  ben,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  const sent: [Actor, Parameters<Actor['suggestFacts']>[1]][] = [
    [ada, { facts: { surface: 'smooth' }, obstacles: [{ id: v4(), obstacle: LEDGE }] }],
    [ben, { facts: { roof: 'full' } }],
    [ada, { facts: { light_at_night: 'full', fee_note: '2 € in summer' } }],
  ]
  for (const [who, body] of sent) {
    const before = (await ada.getFactHistory(spot)).items.length
    const key = v4()
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => getOutcome(who.suggestFacts(spot, body, { key }))),
    )
    for (const outcome of outcomes) expect(['done', 'IN_PROGRESS']).toContain(outcome)
    await who.suggestFacts(spot, body, { key })
    expect((await ada.getFactHistory(spot)).items).toHaveLength(before + 1)
    expect(await getOutcome(who.suggestFacts(spot, { facts: { water: true } }, { key }))).toBe('KEY_REUSED')
  }
  const { obstacles, suggestions, version } = await ada.getFacts(spot)
  expect([obstacles.length, suggestions.length, version]).toEqual([1, 1, 2])
})

test('FACT-02 two votes against it decline a suggestion; no one votes on their own, or twice', async ({
  app,
  ada,
  ben,
  cleo,
  mod,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  await grownUp(app)
  const id = getSuggestionId(await ben.suggestFacts(spot, { facts: { crowd: 'heavy' } }))
  expect(await getOutcome(ben.answerSuggestion(id, { agrees: true }))).toBe('NOT_ALLOWED')
  // The creator can't block it alone.
  expect((await ada.answerSuggestion(id, { agrees: false })).suggestions).toMatchObject([{ against: 1 }])
  expect((await cleo.answerSuggestion(id, { agrees: false })).suggestions).toEqual([])
  expect(await newestChange(ben, spot)).toMatchObject({ state: 'declined', against: 2 })
  const other = getSuggestionId(await ben.suggestFacts(spot, { facts: { crowd: 'some' } }))
  expect((await mod.answerSuggestion(other, { agrees: true })).facts.crowd).toBe('some')
  const mine = getSuggestionId(await ben.suggestFacts(spot, { facts: { crowd: 'none' } }))
  expect(await getOutcome(cleo.withdrawSuggestion(mine))).toBe('SUGGESTION_NOT_FOUND')
  expect((await ben.withdrawSuggestion(mine)).suggestions).toEqual([])
  expect(await getOutcome(ben.withdrawSuggestion(mine))).toBe('CONFLICT')
})

test('FACT-03 any change can be undone, in any order, including an undo', async ({ app, ada }) => {
  const spot = await sharePhotoSpot(app, ada)
  const ids: string[] = []
  for (const surface of ['rough', 'average', 'smooth'] as const) {
    await ada.suggestFacts(spot, { facts: { surface } })
    ids.push((await newestChange(ada, spot))?.id ?? '')
  }
  const [, second = '', third = ''] = ids
  // Undoing a change that a later one overrides has no visible effect.
  expect(getSurface(await ada.undoFacts(second))).toBe('smooth')
  expect(getSurface(await ada.undoFacts(third))).toBe('rough')
  expect(await getOutcome(ada.undoFacts(third))).toBe('CONFLICT')
  await app.db
    .updateTable('fact_suggestions')
    .set({ is_cleanup: true })
    .where('undoes', 'is not', null)
    .execute()
  const undoing = (await newestChange(ada, spot))?.id ?? ''
  expect(getSurface(await ada.undoFacts(undoing))).toBe('smooth')
  const { items } = await ada.getFactHistory(spot)
  expect(items.map(({ state, undoes }) => [state, undoes !== null])).toEqual([
    ['applied', true],
    ['undone', true],
    ['applied', true],
    ['applied', false],
    ['undone', false],
    ['applied', false],
  ])
  expect(items[0]?.fields).toEqual([{ field: 'surface', before: 'rough', after: 'smooth' }])
  await app.db.updateTable('fact_suggestions').set({ is_cleanup: true }).execute()
  expect(getSurface(await ada.undoFacts(items[0]?.id ?? ''))).toBe('rough')
})

test('FACT-04 facts that were undone twice need one more vote, even for the creator', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  await grownUp(app)
  for (let n = 0; n < 2; n++) {
    await ada.suggestFacts(spot, { facts: { pads: 'required' } })
    await ada.undoFacts((await newestChange(ada, spot))?.id ?? '')
  }
  const open = await ada.suggestFacts(spot, { facts: { pads: 'required' } })
  expect(open).toMatchObject({ facts: { pads: null }, suggestions: [{ agreeing: 1, needed: 3 }] })
  expect((await ben.answerSuggestion(getSuggestionId(open), { agrees: true })).facts.pads).toBe('required')
  // The creator can't undo it alone, either. Other facts aren't disputed.
  const id = (await newestChange(ada, spot))?.id ?? ''
  expect(await ada.undoFacts(id)).toMatchObject({
    facts: { pads: 'required' },
    suggestions: [{ undoes: id }],
  })
  expect((await ada.suggestFacts(spot, { facts: { water: true } })).facts.water).toBe(true)
  expect((await cleo.undoFacts(id)).facts.pads).toBe(null)
})

test('FACT-05 undoes all changes by an account in one step, for one spot or everywhere', async ({
  app,
  ada,
  cleo,
  mod,
}) => {
  const ben = await actor(app, 'vandal')
  const [spot, other] = [await sharePhotoSpot(app, ada), await sharePhotoSpot(app, ada)]
  await grownUp(app)
  for (const at of [spot, other]) {
    await ada.suggestFacts(at, { facts: { surface: 'smooth', roof: 'none' } })
    const [lie, more] = [{ facts: { surface: 'crusty' } }, { facts: { roof: 'full' } }] as const
    for (const body of [lie, more]) {
      await ben.suggestFacts(at, body)
      await cleo.suggestFacts(at, body)
    }
    await ben.suggestFacts(at, { facts: { water: true } })
  }
  expect(await getOutcome(cleo.undoFactsOf(spot, { user_id: ben.user_id }))).toBe('NOT_ALLOWED')
  expect(await ada.undoFactsOf(spot, { user_id: ben.user_id })).toMatchObject({
    facts: { surface: 'smooth', roof: 'none', water: null },
    suggestions: [],
  })
  expect((await ada.getFacts(other)).facts).toMatchObject({ surface: 'crusty', roof: 'full' })
  expect(await getOutcome(ada.undoFactsEverywhere({ user_id: ben.user_id }))).toBe('NOT_ALLOWED')
  const undone = await mod.undoFactsEverywhere({ user_id: ben.user_id })
  expect(undone).toEqual({ spots: 1, changes: 3 })
  expect(await ada.getFacts(other)).toMatchObject({
    facts: { surface: 'smooth', roof: 'none', water: null },
    suggestions: [],
  })
  expect(await mod.undoFactsEverywhere({ user_id: ben.user_id })).toEqual({ spots: 0, changes: 0 })
})

test('FACT-05 changes that the account itself undid stay undone, and a full spot does not block the undo', async ({
  app,
  ada,
  mod,
}) => {
  const ben = await actor(app, 'liar')
  const spot = await sharePhotoSpot(app, ada)
  const full = Array.from({ length: LIMITS.obstacles_max }, () => ({ id: v4(), obstacle: LEDGE }))
  await ada.suggestFacts(spot, { obstacles: full })
  const givenTo = (created_by: string) =>
    app.db.updateTable('spots').set({ created_by }).where('id', '=', spot).execute()
  await givenTo(ben.user_id)
  await ben.suggestFacts(spot, { facts: { surface: 'crusty' } })
  await ben.undoFacts((await newestChange(ben, spot))?.id ?? '')
  await ben.suggestFacts(spot, { obstacles: [{ id: full[0]?.id ?? '', obstacle: null }] })
  await givenTo(ada.user_id)
  const [added, back] = [v4(), obstacleField(full[0]?.id ?? '')]
  await ada.suggestFacts(spot, { obstacles: [{ id: added, obstacle: LEDGE }] })
  expect(await mod.undoFactsEverywhere({ user_id: ben.user_id })).toEqual({ spots: 1, changes: 1 })
  expect(await ada.getFacts(spot)).toMatchObject({ facts: { surface: null } })
  expect(await mod.undoFactsEverywhere({ user_id: ben.user_id })).toEqual({ spots: 0, changes: 0 })
  // If a restored obstacle exceeds the limit, a separate change removes it again. That change can be undone once there
  // is room.
  const { obstacles } = await ada.getFacts(spot)
  expect(obstacles.map(({ id }) => id).toSorted()).toEqual(
    [...full.slice(1).map(({ id }) => id), added].toSorted(),
  )
  const [removal, undoing] = (await ada.getFactHistory(spot)).items
  expect(undoing).toMatchObject({ undoes: expect.any(String), fields: [{ field: back, before: null }] })
  expect(removal).toMatchObject({
    user: { user_id: mod.user_id },
    undoes: null,
    fields: [{ field: back, after: null }],
  })
  expect(await getOutcome(ada.undoFacts(removal?.id ?? ''))).toBe('TOO_MANY_OBSTACLES')
  await ada.suggestFacts(spot, { obstacles: [{ id: added, obstacle: null }] })
  expect((await ada.undoFacts(removal?.id ?? '')).obstacles).toHaveLength(LIMITS.obstacles_max)
})

test('refuses an undo that would restore more obstacles than there is room for', async ({ app, ada }) => {
  const spot = await sharePhotoSpot(app, ada)
  const full = Array.from({ length: LIMITS.obstacles_max }, () => ({ id: v4(), obstacle: LEDGE }))
  await ada.suggestFacts(spot, { facts: { surface: 'rough' }, obstacles: full })
  await ada.suggestFacts(spot, { obstacles: [{ id: full[0]?.id ?? '', obstacle: null }] })
  const removal = (await newestChange(ada, spot))?.id ?? ''
  await ada.suggestFacts(spot, { obstacles: [{ id: v4(), obstacle: LEDGE }] })
  const addition = (await newestChange(ada, spot))?.id ?? ''
  expect(await getOutcome(ada.undoFacts(removal))).toBe('TOO_MANY_OBSTACLES')
  expect((await ada.undoFacts(addition)).obstacles).toHaveLength(LIMITS.obstacles_max - 1)
  expect((await ada.undoFacts(removal)).obstacles).toHaveLength(LIMITS.obstacles_max)
})

test('FACT-06 no one sees or votes on suggestions across a block; applied facts stay, without the name', async ({
  app,
  ada,
  mod,
}) => {
  const [dan, eve] = [await actor(app, 'dan'), await actor(app, 'eve')]
  const spot = await sharePhotoSpot(app, ada)
  await grownUp(app)
  const id = getSuggestionId(await dan.suggestFacts(spot, { facts: { traffic: 'heavy' } }))
  await eve.blockPerson(dan.user_id)
  expect((await eve.getFacts(spot)).suggestions).toEqual([])
  expect((await eve.getFactHistory(spot)).items).toEqual([])
  expect(await getOutcome(eve.answerSuggestion(id, { agrees: true }))).toBe('SUGGESTION_NOT_FOUND')
  // An identical suggestion becomes a separate one, so that the existing one isn't revealed.
  expect((await eve.suggestFacts(spot, { facts: { traffic: 'heavy' } })).suggestions).toHaveLength(1)
  await ada.answerSuggestion(id, { agrees: true })
  const [seen] = (await eve.getFactHistory(spot)).items.filter(({ state }) => state === 'applied')
  expect(seen).toMatchObject({ user: null, fields: [{ after: 'heavy' }] })
  // Suggestions by suspended people are hidden.
  await grownUp(app)
  const open = getSuggestionId(await dan.suggestFacts(spot, { facts: { traffic: 'some' } }))
  await mod.suspendPerson(dan.user_id, { reason: 'Wax.' })
  expect((await ada.getFacts(spot)).suggestions.map((one) => one.id)).not.toContain(open)
})

test('limits obstacles and open suggestions, and refuses invalid facts and missing spots', async ({
  app,
  ada,
  cleo,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  const many = (count: number) =>
    Array.from({ length: count }, () => ({ id: v4(), obstacle: { kind: 'curb' as const } }))
  await ada.suggestFacts(spot, { obstacles: many(LIMITS.obstacles_max) })
  expect(await getOutcome(ada.suggestFacts(spot, { obstacles: many(1) }))).toBe('TOO_MANY_OBSTACLES')
  expect((await ada.getFacts(spot)).obstacles).toHaveLength(LIMITS.obstacles_max)
  for (let n = 1; n <= LIMITS.suggestions_open_max; n++)
    await cleo.suggestFacts(spot, { obstacles: [{ id: v4(), obstacle: { kind: 'rail', height_cm: n } }] })
  expect(await getOutcome(cleo.suggestFacts(spot, { facts: { water: true } }))).toBe('TOO_MANY_SUGGESTIONS')
  const wrong = [
    {},
    { facts: { surface: 'wet' } },
    { facts: { height: 3 } },
    { obstacles: [{ id: v4(), obstacle: { kind: 'ledge', height_cm: 0 } }] },
    { obstacles: [{ id: v4(), obstacle: { kind: 'ledge', height_cm: 45.5 } }] },
    { obstacles: [{ id: v4(), obstacle: { kind: 'stairs', stairs: 151 } }] },
    { obstacles: [{ id: 'x', obstacle: null }] },
  ]
  for (const body of wrong)
    expect(await getOutcome(ada.suggestFacts(spot, body as never)), JSON.stringify(body)).toBe('BAD_REQUEST')
  expect(await getOutcome(ada.suggestFacts(uuid(), { facts: { water: true } }))).toBe('SPOT_NOT_FOUND')
  await ada.removeSpot(spot)
  expect(await getOutcome(cleo.getFacts(spot))).toBe('SPOT_NOT_FOUND')
})

test('a repeated submit has one effect, and two concurrent votes apply a change once', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  await grownUp(app)
  const key = uuid()
  const body = { facts: { wheelchair: 'yes' } } as const
  await ben.suggestFacts(spot, body, { key })
  await ben.suggestFacts(spot, body, { key })
  expect((await cleo.getFacts(spot)).suggestions).toHaveLength(1)
  await Promise.all([cleo.suggestFacts(spot, body), ada.suggestFacts(spot, body)])
  expect(await cleo.getFacts(spot)).toMatchObject({
    version: 1,
    facts: { wheelchair: 'yes' },
    suggestions: [],
  })
})

test('changing facts locks the spot first, like moving it', async ({ app, ada }) => {
  const spot = await sharePhotoSpot(app, ada)
  await ada.suggestFacts(spot, { facts: { water: true } })
  const { changed } = await app.db.transaction().execute(async (tx) => {
    await sql`select from spots where id = ${spot} for update`.execute(tx)
    const waiting = ada.suggestFacts(spot, { facts: { water: false } })
    await lockAwaited(app.db)
    await sql`select from spot_facts where spot_id = ${spot} for update nowait`.execute(tx)
    return { changed: waiting }
  })
  expect((await changed).facts).toMatchObject({ water: false })
})

test('a spot’s facts stay with it when it moves, and are deleted when it is purged', async ({ app, ada }) => {
  const spot = await sharePhotoSpot(app, ada)
  await ada.suggestFacts(spot, { facts: { surface: 'glassy' } })
  const codes = async () => {
    const { rows } = await sql<{ same: boolean }>`
      select f.qk = s.qk as same from spot_facts f join spots s on s.id = f.spot_id where s.id = ${spot}`.execute(
      app.db,
    )
    return rows
  }
  await ada.editSpot(spot, { latitude: 48.2, longitude: 16.37 }, { version: 1 })
  expect(await codes()).toEqual([{ same: true }])
  await app.db
    .updateTable('spots')
    .set({ deleted_at: sql`now()`, purged_at: sql`now()` })
    .where('id', '=', spot)
    .execute()
  expect(await codes()).toEqual([])
})
