import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../test/world/fixtures.ts'
import { dataset, runImport, findImportedSpotId } from '../../test/makers/imports/imports.ts'

test('a second run of the same file changes nothing, and reports that', async ({ app, mod }) => {
  const set = dataset()
  const file = [1, 2, 3].map((n) => set.record(n, { lit: 'yes', description: 'A **text**' }))
  expect((await runImport(app, set, file)).counts).toMatchObject({ read: 3, added: 3, known: 0 })
  const rows = () =>
    sql`select s.*, f.version from spots s join spot_facts f on f.spot_id = s.id
    where s.source = ${set.source} order by s.id`
      .execute(app.db)
      .then((found) => found.rows)
  const before = await rows()
  const { counts, lines } = await runImport(app, set, file)
  expect(counts).toMatchObject({ added: 0, known: 3, updated: 0, conflicts: 0, missing: 0, returned: 0 })
  expect(lines).toEqual([])
  expect(await rows()).toEqual(before)
  const [last, first] = (await mod.listImportRuns()).items
  expect(first).toMatchObject({ state: 'complete', dataset: set.name, source: set.source, added: 3, read: 3 })
  expect(last).toMatchObject({ state: 'complete', added: 0, known: 3, updated: 0 })
})

test('values that no one changed follow the source, with its name in the history', async ({ app, mod }) => {
  const set = dataset()
  await runImport(app, set, [set.record(1, { smoothness: 'good' })])
  const far = { latitude: 41.38, longitude: 2.17 }
  const changed = {
    description: 'New words',
    smoothness: 'excellent',
    lit: 'yes',
    city: undefined,
  }
  const { counts, lines } = await runImport(app, set, [set.record(1, changed, far)])
  expect(counts).toMatchObject({ known: 1, updated: 1, conflicts: 0 })
  expect(lines).toEqual([
    expect.stringMatching(/^updated record 1 .*: description, light_at_night, position, surface$/),
  ])
  const renamed = await runImport(app, set, [set.record(1, { ...changed, name: 'New name' }, far)])
  expect(renamed.lines).toEqual([expect.stringMatching(/^updated record 1 .*: name$/)])
  const id = await findImportedSpotId(app, set)
  const spot = await mod.getSpot(id)
  expect(spot).toMatchObject({
    name: 'New name',
    description: 'New words',
    ...far,
    city: 'Barcelona',
    version: 3,
  })
  expect((await mod.getSpotHistory(id)).items).toMatchObject([
    {
      action: 'edit',
      user: null,
      source: set.source,
      before: { name: `Park ${String(set.record(1).properties.id)}` },
    },
    { action: 'edit', user: null, source: set.source, before: { description: null } },
  ])
  const { facts } = await mod.getFacts(id)
  expect(facts).toMatchObject({ surface: 'smooth', light_at_night: 'full' })
  expect((await mod.getFactHistory(id)).items.map(({ state, source }) => [state, source])).toEqual([
    ['applied', set.source],
    ['applied', set.source],
  ])
})

test('people’s changes stay, and the source’s changes to the same values wait for a moderator', async ({
  app,
  ada,
  mod,
}) => {
  const set = dataset()
  await runImport(app, set, [set.record(1, { description: 'Old' }), set.record(2)])
  const id = await findImportedSpotId(app, set)
  await mod.editSpot(id, { name: 'Our name', description: 'Ours' }, { version: 1 })
  // The source's values haven't changed.
  expect(
    (await runImport(app, set, [set.record(1, { description: 'Old' }), set.record(2)])).counts,
  ).toMatchObject({
    updated: 0,
    conflicts: 0,
  })
  const changed = { name: 'Their name', description: 'Theirs', difficulty: 'beginner' }
  const { counts } = await runImport(app, set, [set.record(1, changed), set.record(2)])
  expect(counts).toMatchObject({ updated: 1, conflicts: 2 })
  expect(await mod.getSpot(id)).toMatchObject({ name: 'Our name', difficulty_level: 'beginner', version: 3 })
  const mine = async () => (await mod.listImportConflicts()).items.filter(({ spot }) => spot.id === id)
  const [name, description] = await mine()
  expect(name).toMatchObject({ field: 'name', ours: 'Our name', theirs: 'Their name', source: set.source })
  expect(description).toMatchObject({ field: 'description', ours: 'Ours', theirs: 'Theirs' })
  await expect(ada.listImportConflicts()).rejects.toMatchObject({ status: 403 })
  // A decision must not overwrite changes made after the conflict was displayed.
  await expect(mod.decideImportConflict(name?.id ?? '', { take: true, version: 2 })).rejects.toMatchObject({
    code: 'STALE',
  })
  await mod.decideImportConflict(name?.id ?? '', { take: true, version: 3 })
  await mod.decideImportConflict(name?.id ?? '', { take: true, version: 3 })
  await expect(mod.decideImportConflict(name?.id ?? '', { take: false, version: 4 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await mod.decideImportConflict(description?.id ?? '', { take: false, version: 4 })
  expect(await mod.getSpot(id)).toMatchObject({ name: 'Their name', description: 'Ours', version: 4 })
  expect(await mine()).toEqual([])
  // A decision is final: the same file causes no new conflict, and a name accepted from the source continues to be
  // updated from the source.
  const again = await runImport(app, set, [set.record(1, { ...changed, name: 'Third' }), set.record(2)])
  expect(again.counts).toMatchObject({ updated: 1, conflicts: 0 })
  expect(await mod.getSpot(id)).toMatchObject({ name: 'Third', description: 'Ours' })
})

test('a conflict ends when the source agrees with the spot', async ({ app, mod }) => {
  const set = dataset()
  await runImport(app, set, [set.record(1)])
  const id = await findImportedSpotId(app, set)
  await mod.editSpot(id, { name: 'Ours' }, { version: 1 })
  await runImport(app, set, [set.record(1, { name: 'Theirs' })])
  await runImport(app, set, [set.record(1, { name: 'Theirs, too' })])
  const mine = async () => (await mod.listImportConflicts()).items.filter(({ spot }) => spot.id === id)
  expect(await mine()).toMatchObject([{ theirs: 'Theirs, too' }])
  await runImport(app, set, [set.record(1, { name: 'Ours' })])
  expect(await mine()).toEqual([])
})

test('facts: a source’s value that differs from people’s is suggested in its name', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const set = dataset()
  await runImport(app, set, [set.record(1, { surface: 'rough', lit: 'no' })])
  const id = await findImportedSpotId(app, set)
  await mod.suggestFacts(id, { facts: { surface: 'glassy' } })
  expect(
    (await runImport(app, set, [set.record(1, { surface: 'smooth', lit: 'yes' })])).counts,
  ).toMatchObject({
    updated: 1,
    conflicts: 1,
  })
  const first = await ada.getFacts(id)
  expect(first.facts).toMatchObject({ surface: 'glassy', light_at_night: 'full' })
  expect(first.suggestions).toMatchObject([
    {
      source: set.source,
      user: null,
      agreeing: 0,
      needed: 2,
      fields: [{ field: 'surface', after: 'smooth' }],
    },
  ])
  // The import withdraws outdated suggestions, and never has two about the same fact.
  await runImport(app, set, [set.record(1, { surface: 'average', lit: 'yes' })])
  const { suggestions } = await ada.getFacts(id)
  expect(suggestions).toMatchObject([{ fields: [{ field: 'surface', after: 'average' }] }])
  // The suggestion is applied once two members agree. The source doesn't count as one.
  await app.db.updateTable('users').set({ created_at: sql`now() - interval '3 days'` }).execute()
  await ada.suggestFacts(id, { facts: { surface: 'average' } })
  expect((await ada.getFacts(id)).suggestions).toMatchObject([{ agreeing: 1, my_voice: true }])
  await ben.answerSuggestion(suggestions[0]?.id ?? '', { agrees: true })
  expect((await ada.getFacts(id)).facts.surface).toBe('average')
})

test('compares spots imported before runs were stored with their original values', async ({ app, mod }) => {
  const set = dataset()
  await runImport(
    app,
    set,
    [1, 2].map((n) => set.record(n, { description: 'Old' })),
  )
  const [id, other] = [await findImportedSpotId(app, set, 1), await findImportedSpotId(app, set, 2)]
  await mod.editSpot(id, { description: 'Ours' }, { version: 1 })
  await mod.editSpot(id, { description: 'Ours, better' }, { version: 2 })
  await sql`delete from import_records where source = ${set.source}`.execute(app.db)
  expect(
    (
      await runImport(
        app,
        set,
        [1, 2].map((n) => set.record(n, { description: 'Old' })),
      )
    ).counts,
  ).toMatchObject({
    known: 2,
    updated: 0,
    conflicts: 0,
  })
  await sql`delete from import_records where source = ${set.source}`.execute(app.db)
  expect(
    (
      await runImport(
        app,
        set,
        [1, 2].map((n) => set.record(n, { description: 'New' })),
      )
    ).counts,
  ).toMatchObject({
    known: 2,
    updated: 1,
    conflicts: 1,
  })
  expect(await mod.getSpot(other)).toMatchObject({ description: 'New' })
  expect(await mod.getSpot(id)).toMatchObject({ description: 'Ours, better' })
})

test('does not overwrite text that moderators hid', async ({ app, mod }) => {
  const set = dataset()
  await runImport(app, set, [set.record(1, { description: 'Bad words' })])
  const id = await findImportedSpotId(app, set)
  await sql`insert into spot_hidden_texts (spot_id, name, description, shown_name)
    select id, name, description, 'Spot' from spots where id = ${id}`.execute(app.db)
  await sql`update spots set name = 'Spot', description = null where id = ${id}`.execute(app.db)
  const { counts } = await runImport(app, set, [
    set.record(1, { description: 'Worse words', difficulty: 'advanced' }),
  ])
  expect(counts).toMatchObject({ updated: 1, conflicts: 0 })
  expect(await mod.getSpot(id)).toMatchObject({
    description: null,
    name: 'Spot',
    difficulty_level: 'advanced',
  })
})

test('the source’s license and URL are updated from the file', async ({ app, mod }) => {
  const set = dataset()
  await runImport(app, set, [set.record(1)])
  await runImport(app, set, [
    set.record(1, { licence: 'ODbL 1.0', source_url: 'https://list.example/about' }),
  ])
  expect(await mod.getSpot(await findImportedSpotId(app, set))).toMatchObject({
    source: { name: set.source, licence: 'ODbL 1.0', url: 'https://list.example/about' },
    source_id: set.record(1).properties.id,
    version: 1,
  })
})
