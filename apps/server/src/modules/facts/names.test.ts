import { sql } from 'kysely'
import { v4 } from 'uuid'
import { expect } from 'vitest'
import { getOutcome } from '../../../test/actors/actor.ts'
import { getSuggestionId, grownUp, newestChange } from '../../../test/makers/facts.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { test } from '../../../test/world/fixtures.ts'

const GUESS = 'Skatepark at Elm Park'

async function guessedSpot({ db }: Pick<TestApp, 'db'>, guess = GUESS): Promise<string> {
  const id = await aSpotRow(db, null, guess)
  await db
    .updateTable('spots')
    .set({ name_is_guess: true, source: 'OpenStreetMap', source_id: `node/${id}`, source_licence: 'ODbL' })
    .where('id', '=', id)
    .execute()
  return id
}

test('FACT-02 a member suggests a name for a spot whose name is a guess, and a second member’s vote sets it', async ({
  app,
  ada,
  ben,
  visitor,
}) => {
  const spot = await guessedSpot(app)
  await grownUp(app)
  const open = await ada.suggestFacts(spot, { name: '  The Elm Bowl ' })
  expect(open.suggestions).toMatchObject([
    { needed: 2, agreeing: 1, fields: [{ field: 'name', before: null, after: 'The Elm Bowl' }] },
  ])
  expect(await ada.getSpot(spot)).toMatchObject({ name: GUESS, name_is_guess: true })
  const other = getSuggestionId(await ada.suggestFacts(spot, { name: 'Elm Street Park' }), 1)
  await ben.answerSuggestion(getSuggestionId(open), { agrees: true })
  expect(await ada.getSpot(spot)).toMatchObject({ name: 'The Elm Bowl', name_is_guess: false })
  expect(await visitor.getSpotCard(spot)).toMatchObject({ name: 'The Elm Bowl', name_is_guess: false })
  const found = (await ada.search({ q: 'elm bowl' })).spots.items.map(({ id }) => id)
  expect(found).toContain(spot)
  // The other suggestion is no longer open.
  expect((await ada.getFacts(spot)).suggestions).toEqual([])
  expect(await getOutcome(ben.answerSuggestion(other, { agrees: true }))).toBe('CONFLICT')
  expect(await getOutcome(ben.suggestFacts(spot, { name: 'Mine' }))).toBe('CONFLICT')
})

test('FACT-03 a name can be undone, which restores the guess, and reapplied; the history shows only names in use', async ({
  app,
  ada,
  mod,
}) => {
  const spot = await guessedSpot(app)
  await mod.suggestFacts(spot, { name: 'Wrong name' })
  expect(await ada.getSpot(spot)).toMatchObject({ name: 'Wrong name', name_is_guess: false })
  const naming = (await newestChange(ada, spot))?.id ?? ''
  await mod.undoFacts(naming)
  expect(await ada.getSpot(spot)).toMatchObject({ name: GUESS, name_is_guess: true })
  expect(JSON.stringify(await ada.getFactHistory(spot))).not.toContain('Wrong name')
  const undoing = (await newestChange(ada, spot))?.id ?? ''
  await mod.undoFacts(undoing)
  expect(await ada.getSpot(spot)).toMatchObject({ name: 'Wrong name', name_is_guess: false })
  // A name from an edit stays.
  const { version } = await mod.getSpot(spot)
  await mod.editSpot(spot, { name: 'Elm Plaza' }, { version })
  await mod.undoFacts((await newestChange(ada, spot))?.id ?? '')
  expect(await ada.getSpot(spot)).toMatchObject({ name: 'Elm Plaza', name_is_guess: false })
})

test('only spots whose name is a guess can be named, and not while moderators hide it', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const named = await aSpotRow(app.db, ben.user_id, 'Ben’s ledges')
  expect(await getOutcome(ada.suggestFacts(named, { name: 'Mine' }))).toBe('CONFLICT')
  expect(await getOutcome(mod.suggestFacts(named, { name: 'Mine' }))).toBe('CONFLICT')
  const spot = await guessedSpot(app)
  expect(await getOutcome(ada.suggestFacts(spot, { name: ' ' }))).toBe('BAD_REQUEST')
  expect(await getOutcome(ada.suggestFacts(spot, { name: 'x'.repeat(121) }))).toBe('BAD_REQUEST')
  // A name that moderators hid isn't replaced.
  await sql`insert into spot_hidden_texts (spot_id, name, shown_name) values (${spot}, 'Rude', ${GUESS})`.execute(
    app.db,
  )
  expect(await getOutcome(ada.suggestFacts(spot, { name: 'Mine' }))).toBe('CONFLICT')
})

test('a guess that members agree on becomes the name, and everything a person named is undone with their changes', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const [right, wrong] = [await guessedSpot(app), await guessedSpot(app, 'Skatepark on Oak Street')]
  await grownUp(app)
  await ada.suggestFacts(right, { name: GUESS })
  await ben.suggestFacts(right, { name: GUESS })
  expect(await ada.getSpot(right)).toMatchObject({ name: GUESS, name_is_guess: false })
  const key = v4()
  const id = getSuggestionId(await ada.suggestFacts(wrong, { name: 'Rude' }, { key }))
  await ada.suggestFacts(wrong, { name: 'Rude' }, { key })
  await ben.answerSuggestion(id, { agrees: true })
  expect(await ada.getSpot(wrong)).toMatchObject({ name: 'Rude' })
  const undone = await mod.undoFactsEverywhere({ user_id: ada.user_id })
  expect(undone.changes).toBeGreaterThanOrEqual(2)
  expect(await ada.getSpot(wrong)).toMatchObject({ name: 'Skatepark on Oak Street', name_is_guess: true })
  expect(await ada.getSpot(right)).toMatchObject({ name: GUESS, name_is_guess: true })
})

test('a guess that becomes a name is compared with other spots', async ({ app }) => {
  const spot = await guessedSpot(app)
  // In one transaction, so that no job takes the spot from the queue.
  const queued = await app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('twin_queue').where('spot_id', '=', spot).execute()
    await tx.updateTable('spots').set({ name_is_guess: false }).where('id', '=', spot).execute()
    return tx.selectFrom('twin_queue').select('spot_id').where('spot_id', '=', spot).execute()
  })
  expect(queued).toHaveLength(1)
})
