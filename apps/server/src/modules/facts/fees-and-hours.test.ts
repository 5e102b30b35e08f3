import { sql } from 'kysely'
import { expect } from 'vitest'
import { getOutcome } from '../../../test/actors/actor.ts'
import { grownUp, newestChange, getSuggestionId } from '../../../test/makers/facts.ts'
import { test } from '../../../test/world/fixtures.ts'
import { sharePhotoSpot } from '../../../test/makers/spots.ts'

test('fees and opening hours are suggested, agreed to, and undone like any fact; invalid hours are refused', async ({
  app,
  ada,
  ben,
  cleo,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  await grownUp(app)
  for (const opening_hours of ['whenever', 'sunrise-sunset', ''])
    expect(await getOutcome(ada.suggestFacts(spot, { facts: { opening_hours } }))).toBe('BAD_REQUEST')
  const facts = { fee: 'paid', opening_hours: 'Mo-Fr 08:00-20:00' } as const
  const suggested = await ben.suggestFacts(spot, { facts })
  expect(suggested.facts).toMatchObject({ fee: null, opening_hours: null })
  expect((await cleo.answerSuggestion(getSuggestionId(suggested), { agrees: true })).facts).toMatchObject(
    facts,
  )
  const stored = async () => {
    const { rows } =
      await sql`select open_minutes::text, time_zone from spot_facts where spot_id = ${spot}`.execute(app.db)
    return rows
  }
  expect(await stored()).toEqual([
    {
      open_minutes: '{[480,1200),[1920,2640),[3360,4080),[4800,5520),[6240,6960)}',
      time_zone: 'Europe/Madrid',
    },
  ])
  const change = await newestChange(ada, spot)
  expect((await ada.undoFacts(change!.id)).facts).toMatchObject({ fee: null, opening_hours: null })
  expect(await stored()).toEqual([{ open_minutes: null, time_zone: null }])
})

test('a price note is a fact like others, is included in reports of the spot, and leaves the history when undone', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  for (const fee_note of ['', '   ', 'x'.repeat(81)])
    expect(await getOutcome(ada.suggestFacts(spot, { facts: { fee_note } }))).toBe('BAD_REQUEST')
  const fee_note = '2 EUR after 18:00'
  const { facts } = await ada.suggestFacts(spot, { facts: { fee: 'paid', fee_note: ` ${fee_note}\n` } })
  expect(facts).toMatchObject({ fee: 'paid', fee_note })
  expect((await ben.getFacts(spot)).facts.fee_note).toBe(fee_note)
  await ben.report({ report_type: 'spam', description: null, reported_spot_id: spot })
  const [found] = (await mod.listCases()).items.filter(({ kind }) => kind === 'spot')
  expect([found?.words, (await mod.getCase(found?.id ?? '')).words_now]).toEqual([
    expect.stringContaining(fee_note),
    expect.stringContaining(fee_note),
  ])
  expect(JSON.stringify(await ben.search({ q: '2 EUR after' }))).not.toContain(spot)
  const change = await newestChange(ada, spot)
  expect(JSON.stringify(change)).toContain(fee_note)
  await ada.undoFacts(change!.id)
  expect((await ben.getFacts(spot)).facts.fee_note).toBeNull()
  expect(JSON.stringify(await ben.getFactHistory(spot)), 'nobody reads it there again').not.toContain(
    fee_note,
  )
})

test('FACT-01 a phone number and a website are checked, are part of reports, and leave the history', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const spot = await sharePhotoSpot(app, ada)
  const websites = [
    'park.example',
    'javascript:alert(1)//a.example',
    'https://a@park.example',
    'https://10.0.0.1',
  ]
  for (const website of websites)
    expect(await getOutcome(ada.suggestFacts(spot, { facts: { website } })), website).toBe('BAD_REQUEST')
  for (const phone of ['', '1234', 'call Ada', '+1 303 860 1303 '.repeat(4)])
    expect(await getOutcome(ada.suggestFacts(spot, { facts: { phone } })), phone).toBe('BAD_REQUEST')
  const contact = { phone: '+1 303-860-1303', website: 'https://park.example/hours' }
  const { facts } = await ada.suggestFacts(spot, { facts: { ...contact, indoor: true, bmx: false } })
  expect(facts).toMatchObject({ ...contact, indoor: true, bmx: false })
  await ben.report({ report_type: 'spam', description: null, reported_spot_id: spot })
  const words = (await mod.listCases()).items.map((one) => one.words)
  expect(words).toContainEqual(expect.stringContaining(`${contact.phone}\n${contact.website}`))
  const change = await newestChange(ada, spot)
  await ada.undoFacts(change!.id)
  const history = JSON.stringify(await ben.getFactHistory(spot))
  for (const text of Object.values(contact)) expect(history).not.toContain(text)
})

test('a spot with a price note is never free, no matter which was set first', async ({ app, ada, ben }) => {
  const spot = await sharePhotoSpot(app, ada)
  const [fee, fee_note] = ['free', '2 EUR after 18:00'] as const
  const shown = async () => {
    const { facts } = await ben.getFacts(spot)
    return [facts.fee, facts.fee_note]
  }
  await ada.suggestFacts(spot, { facts: { fee } })
  await ada.suggestFacts(spot, { facts: { fee_note } })
  expect(await shown()).toEqual([null, fee_note])
  // Setting the spot to free removes the note in the same change, and undoing that restores the note.
  await ada.suggestFacts(spot, { facts: { fee } })
  expect(await shown()).toEqual(['free', null])
  await ada.undoFacts((await newestChange(ada, spot))!.id)
  expect(await shown()).toEqual([null, fee_note])
  await ada.suggestFacts(spot, { facts: { fee_note: null } })
  expect(await shown()).toEqual(['free', null])
  await ada.suggestFacts(spot, { facts: { fee, fee_note } })
  expect(await shown()).toEqual([null, fee_note])
})

test('stores seasonal hours as one week per month', async ({ app, ada }) => {
  const spot = await sharePhotoSpot(app, ada)
  const opening_hours = 'Apr-Sep Mo-Su 09:00-21:00'
  const { facts } = await ada.suggestFacts(spot, { facts: { opening_hours } })
  expect(facts.opening_hours).toBe(opening_hours)
  const { rows } = await sql<{ april: boolean; march: boolean; any: boolean; early: boolean }>`
    select open_minutes @> (4 * 10080 + 600) as april, open_minutes @> (3 * 10080 + 600) as march,
      open_minutes @> 600 as any, open_minutes @> (4 * 10080 + 500) as early
    from spot_facts where spot_id = ${spot}`.execute(app.db)
  expect(rows).toEqual([{ april: true, march: false, any: false, early: false }])
})
