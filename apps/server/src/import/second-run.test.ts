import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '../../test/app.ts'
import { test } from '../../test/fixtures.ts'
import { moveRecords } from '../modules/imports/index.ts'
import { type ImportOptions, importRecords } from './import.ts'
import type { RawRecord } from './read.ts'

const DEFAULTS = { source: 'Our list', licence: 'CC0' }

let sets = 0
/** A dataset of this test alone, and far from those of the others. */
const dataset = () => {
  sets += 1
  const place = sets * 2
  const at = (n: number) => ({ latitude: 40 + n / 100, longitude: place })
  const record = (n: number, more: Record<string, unknown> = {}, to = at(n)): RawRecord => ({
    where: `record ${n}`,
    properties: { id: `${place}/${n}`, name: `Park ${place}/${n}`, city: 'Lleida', ...more },
    at: to,
  })
  return { name: `set ${place}`, source: `List ${place}`, record, at }
}
type Set = ReturnType<typeof dataset>

async function* given(records: readonly RawRecord[]) {
  yield* records
}
const runOf = async (
  { db }: TestApp,
  set: Set,
  records: AsyncIterable<RawRecord> | readonly RawRecord[],
  more: Partial<ImportOptions> & { marksMany?: boolean } = {},
) => {
  const lines: string[] = []
  const { marksMany = false, ...rest } = more
  const counts = await importRecords({
    db,
    records: Array.isArray(records) ? given(records) : (records as AsyncIterable<RawRecord>),
    defaults: { ...DEFAULTS, source: set.source },
    whole: { dataset: set.name, file: `${set.name}.geojson`, file_hash: 'a'.repeat(64), marksMany },
    print: (line) => lines.push(line),
    ...rest,
  })
  return { counts, lines }
}
const idOf = async ({ db }: TestApp, { source }: Set, source_id: string) =>
  (
    await db
      .selectFrom('spots')
      .select('id')
      .where('source', '=', source)
      .where('source_id', '=', source_id)
      .executeTakeFirstOrThrow()
  ).id
const spotOf = async (app: TestApp, set: Set, n = 1) =>
  idOf(app, set, `${set.record(n).properties.id}`)

test('a second run of the same file changes nothing, and says so', async ({ app, mod }) => {
  const set = dataset()
  const file = [1, 2, 3].map((n) => set.record(n, { lit: 'yes', description: 'A **text**' }))
  expect((await runOf(app, set, file)).counts).toMatchObject({ read: 3, added: 3, known: 0 })
  const rows = () => sql`select s.*, f.version from spots s join spot_facts f on f.spot_id = s.id
    where s.source = ${set.source} order by s.id`.execute(app.db).then((found) => found.rows)
  const before = await rows()
  const { counts, lines } = await runOf(app, set, file)
  expect(counts).toMatchObject({ added: 0, known: 3, updated: 0, conflicts: 0, missing: 0, returned: 0 })
  expect(lines).toEqual([])
  expect(await rows()).toEqual(before)
  const [last, first] = (await mod.listImportRuns()).items
  expect(first).toMatchObject({ state: 'complete', dataset: set.name, source: set.source, added: 3, read: 3 })
  expect(last).toMatchObject({ state: 'complete', added: 0, known: 3, updated: 0 })
})

test('what nobody changed follows the source, with its name in the history', async ({ app, mod }) => {
  const set = dataset()
  await runOf(app, set, [set.record(1, { smoothness: 'good' })])
  const far = { latitude: 41.38, longitude: 2.17 + sets / 1_000 }
  const said = { name: 'New name', description: 'New words', smoothness: 'excellent', lit: 'yes', city: undefined }
  const { counts, lines } = await runOf(app, set, [set.record(1, said, far)])
  expect(counts).toMatchObject({ known: 1, updated: 1, conflicts: 0 })
  expect(lines).toEqual([expect.stringMatching(/^updated record 1 .*: description, light_at_night, name, position, surface$/)])
  const id = await spotOf(app, set)
  const spot = await mod.getSpot(id)
  expect(spot).toMatchObject({ name: 'New name', description: 'New words', ...far, city: 'Barcelona', version: 2 })
  expect((await mod.getSpotHistory(id)).items).toMatchObject([
    { action: 'edit', user: null, source: set.source, before: { name: `Park ${set.record(1).properties.id}` } },
  ])
  const { facts } = await mod.getFacts(id)
  expect(facts).toMatchObject({ surface: 'smooth', light_at_night: 'full' })
  expect((await mod.getFactHistory(id)).items.map(({ state, source }) => [state, source])).toEqual([
    ['applied', set.source],
    ['applied', set.source],
  ])
})

test('what people changed stays, and what the source changes of it waits for a moderator', async ({ app, ada, mod }) => {
  const set = dataset()
  await runOf(app, set, [set.record(1, { description: 'Old' }), set.record(2)])
  const id = await spotOf(app, set)
  await mod.editSpot(id, { name: 'Our name', description: 'Ours' }, { version: 1 })
  // The source says what it said.
  expect((await runOf(app, set, [set.record(1, { description: 'Old' }), set.record(2)])).counts).toMatchObject({
    ...{ updated: 0, conflicts: 0 },
  })
  const changed = { name: 'Their name', description: 'Theirs', difficulty: 'beginner' }
  const { counts } = await runOf(app, set, [set.record(1, changed), set.record(2)])
  expect(counts).toMatchObject({ updated: 1, conflicts: 2 })
  expect(await mod.getSpot(id)).toMatchObject({ name: 'Our name', difficulty_level: 'beginner', version: 3 })
  const mine = async () => (await mod.listImportConflicts()).items.filter(({ spot }) => spot.id === id)
  const [name, description] = await mine()
  expect(name).toMatchObject({ field: 'name', ours: 'Our name', theirs: 'Their name', source: set.source })
  expect(description).toMatchObject({ field: 'description', ours: 'Ours', theirs: 'Theirs' })
  await expect(ada.listImportConflicts()).rejects.toMatchObject({ status: 403 })
  // Nobody overwrites what changed since it was shown.
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
  // Decided is decided: the same file asks nothing again, and a name that was taken follows the source.
  const again = await runOf(app, set, [set.record(1, { ...changed, name: 'Third' }), set.record(2)])
  expect(again.counts).toMatchObject({ updated: 1, conflicts: 0 })
  expect(await mod.getSpot(id)).toMatchObject({ name: 'Third', description: 'Ours' })
})

test('a conflict ends when the source says what the spot says', async ({ app, mod }) => {
  const set = dataset()
  await runOf(app, set, [set.record(1)])
  const id = await spotOf(app, set)
  await mod.editSpot(id, { name: 'Ours' }, { version: 1 })
  await runOf(app, set, [set.record(1, { name: 'Theirs' })])
  await runOf(app, set, [set.record(1, { name: 'Theirs, too' })])
  const mine = async () => (await mod.listImportConflicts()).items.filter(({ spot }) => spot.id === id)
  expect(await mine()).toMatchObject([{ theirs: 'Theirs, too' }])
  await runOf(app, set, [set.record(1, { name: 'Ours' })])
  expect(await mine()).toEqual([])
})

test('how a spot skates: what people said otherwise is suggested under the name of the source', async ({
  app,
  ada,
  ben,
  mod,
}) => {
  const set = dataset()
  await runOf(app, set, [set.record(1, { surface: 'rough', lit: 'no' })])
  const id = await spotOf(app, set)
  await mod.suggestFacts(id, { facts: { surface: 'glassy' } })
  expect((await runOf(app, set, [set.record(1, { surface: 'smooth', lit: 'yes' })])).counts).toMatchObject({
    ...{ updated: 1, conflicts: 1 },
  })
  const first = await ada.getFacts(id)
  expect(first.facts).toMatchObject({ surface: 'glassy', light_at_night: 'full' })
  expect(first.suggestions).toMatchObject([
    { source: set.source, user: null, agreeing: 0, needed: 2, fields: [{ field: 'surface', after: 'smooth' }] },
  ])
  // It takes back what it says no more, and never has two about one fact.
  await runOf(app, set, [set.record(1, { surface: 'average', lit: 'yes' })])
  const { suggestions } = await ada.getFacts(id)
  expect(suggestions).toMatchObject([{ fields: [{ field: 'surface', after: 'average' }] }])
  // Two members who agree apply it; the source is no voice.
  await app.db.updateTable('users').set({ created_at: sql`now() - interval '3 days'` }).execute()
  await ada.suggestFacts(id, { facts: { surface: 'average' } })
  expect((await ada.getFacts(id)).suggestions).toMatchObject([{ agreeing: 1, my_voice: true }])
  await ben.answerSuggestion(suggestions[0]?.id ?? '', { agrees: true })
  expect((await ada.getFacts(id)).facts.surface).toBe('average')
})

test('what a whole file lacks is in doubt, asks whether it is there, and is back when it is', async ({ app, mod }) => {
  const set = dataset()
  const all = [1, 2, 3].map((n) => set.record(n))
  await runOf(app, set, all)
  const id = await spotOf(app, set, 2)
  const confirmed = async (at: string) => {
    await sql`update spots set confirmed_at = ${at}, confirmed_by = 2, spot_state = 'open' where id = ${id}`.execute(app.db)
  }
  await confirmed(new Date().toISOString())
  expect((await mod.getSpot(id)).standing).toMatchObject({ state: 'open', is_doubtful: false })
  const { counts, lines } = await runOf(app, set, [set.record(1), set.record(3)])
  expect(counts).toMatchObject({ known: 2, missing: 1 })
  expect(lines).toEqual([expect.stringMatching(/^missing .*not in the file any more/)])
  const gone = await mod.getSpot(id)
  expect(gone.standing).toMatchObject({ is_doubtful: true })
  expect(gone.source_missing_since).toEqual(expect.any(String))
  // Marked once.
  expect((await runOf(app, set, [set.record(1), set.record(3)])).counts).toMatchObject({ missing: 0 })
  // Somebody who was there later knows better.
  await confirmed(new Date(Date.now() + 1_000).toISOString())
  expect((await mod.getSpot(id)).standing).toMatchObject({ is_doubtful: false })
  const back = await runOf(app, set, all)
  expect(back.counts).toMatchObject({ known: 3, returned: 1, added: 0 })
  expect(back.lines).toEqual([expect.stringMatching(/^back .*record 2/)])
  expect((await mod.getSpot(id)).source_missing_since).toBe(null)
})

test('nothing is marked by another dataset, by a file with unreadable records, by half a file, or by an empty one', async ({
  app,
}) => {
  const set = dataset()
  const all = Array.from({ length: 24 }, (_, n) => set.record(n + 1))
  await runOf(app, set, all)
  const another = { ...set, name: `${set.name}, the north` }
  expect((await runOf(app, another, [set.record(1)])).counts).toMatchObject({ missing: 0, notMarked: 0 })
  const broken = { ...set.record(30), unreadable: 'not JSON' }
  expect((await runOf(app, set, [...all.slice(0, 20), broken])).counts).toMatchObject({ missing: 0, refused: 1 })
  expect((await runOf(app, set, all.slice(0, 8))).counts).toMatchObject({ missing: 0, notMarked: 16 })
  expect((await runOf(app, set, [])).counts).toMatchObject({ missing: 0, notMarked: 24 })
  expect((await runOf(app, set, all.slice(0, 8), { marksMany: true })).counts).toMatchObject({ missing: 16, notMarked: 0 })
})

test('a deleted spot never comes back; the records of a merged one go on with the spot that stays', async ({ app, mod }) => {
  const set = dataset()
  const all = [1, 2, 3].map((n) => set.record(n))
  await runOf(app, set, all)
  const [deleted, merged, stays] = await Promise.all([1, 2, 3].map((n) => spotOf(app, set, n)))
  await mod.removeSpot(deleted ?? '')
  await app.db.transaction().execute((tx) => moveRecords(tx, merged ?? '', stays ?? ''))
  await mod.removeSpot(merged ?? '')
  const { counts, lines } = await runOf(app, set, [
    set.record(1, { name: 'Changed' }),
    set.record(2, { description: 'What the other record says' }),
    set.record(3),
  ])
  expect(counts).toMatchObject({ added: 0, known: 3, updated: 1 })
  expect(lines).toContainEqual(expect.stringContaining('was deleted here and stays so'))
  expect(await mod.getSpot(stays ?? '')).toMatchObject({ description: 'What the other record says' })
  // One of its two records is missing: the spot is not.
  expect((await runOf(app, set, [set.record(1), set.record(3)])).counts).toMatchObject({ missing: 0 })
})

test('a run that is killed half-way is gone on with by the next one, without doubles', async ({ app, mod }) => {
  const set = dataset()
  const all = Array.from({ length: 2_500 }, (_, n) => ({
    ...set.record(n + 1),
    at: { latitude: 10 + n / 200, longitude: -30 - sets },
  }))
  async function* killed() {
    yield* all.slice(0, 1_700)
    throw new Error('killed')
  }
  await expect(runOf(app, set, killed())).rejects.toThrow('killed')
  expect((await mod.listImportRuns()).items[0]).toMatchObject({ state: 'failed', added: 1_000 })
  const { counts } = await runOf(app, set, all)
  expect(counts).toMatchObject({ added: 1_500, known: 1_000, same: 0, missing: 0 })
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from spots where source = ${set.source}`.execute(app.db)
  expect(rows[0]?.n).toBe(2_500)
  // A process that is killed writes no end.
  await sql`update import_runs set ended_at = null, outcome = null, moved_at = now() - interval '1 hour'
    where dataset = ${set.name}`.execute(app.db)
  expect((await mod.listImportRuns()).items[0]).toMatchObject({ state: 'stopped' })
})

test('spots that were imported before runs were stored are compared with what they said then', async ({ app, mod }) => {
  const set = dataset()
  await runOf(app, set, [1, 2].map((n) => set.record(n, { description: 'Old' })))
  const [id, other] = [await spotOf(app, set, 1), await spotOf(app, set, 2)]
  await mod.editSpot(id, { description: 'Ours' }, { version: 1 })
  await mod.editSpot(id, { description: 'Ours, better' }, { version: 2 })
  await sql`delete from import_records where source = ${set.source}`.execute(app.db)
  expect((await runOf(app, set, [1, 2].map((n) => set.record(n, { description: 'Old' })))).counts).toMatchObject({
    ...{ known: 2, updated: 0, conflicts: 0 },
  })
  await sql`delete from import_records where source = ${set.source}`.execute(app.db)
  expect((await runOf(app, set, [1, 2].map((n) => set.record(n, { description: 'New' })))).counts).toMatchObject({
    ...{ known: 2, updated: 1, conflicts: 1 },
  })
  expect(await mod.getSpot(other)).toMatchObject({ description: 'New' })
  expect(await mod.getSpot(id)).toMatchObject({ description: 'Ours, better' })
})

test('texts that moderators hid are not written over', async ({ app, mod }) => {
  const set = dataset()
  await runOf(app, set, [set.record(1, { description: 'Bad words' })])
  const id = await spotOf(app, set)
  await sql`insert into spot_hidden_texts (spot_id, name, description, shown_name)
    select id, name, description, 'Spot' from spots where id = ${id}`.execute(app.db)
  await sql`update spots set name = 'Spot', description = null where id = ${id}`.execute(app.db)
  const { counts } = await runOf(app, set, [set.record(1, { description: 'Worse words', difficulty: 'advanced' })])
  expect(counts).toMatchObject({ updated: 1, conflicts: 0 })
  expect(await mod.getSpot(id)).toMatchObject({ description: null, name: 'Spot', difficulty_level: 'advanced' })
})

test('licence and address of the source follow the file', async ({ app, mod }) => {
  const set = dataset()
  await runOf(app, set, [set.record(1)])
  await runOf(app, set, [set.record(1, { licence: 'ODbL 1.0', source_url: 'https://list.example/about' })])
  expect(await mod.getSpot(await spotOf(app, set))).toMatchObject({
    source: { name: set.source, licence: 'ODbL 1.0', url: 'https://list.example/about' },
    source_id: set.record(1).properties.id,
    version: 1,
  })
})

test('a trial says what would happen and changes nothing, runs and marks included', async ({ app }) => {
  const set = dataset()
  await runOf(app, set, [1, 2, 3].map((n) => set.record(n)))
  const state = () =>
    sql`select (select count(*) from spots) as spots, (select count(*) from import_runs) as runs,
      (select max(seen_at) from import_records) as seen,
      (select count(*) from spots where source_missing_since is not null) as missing`.execute(app.db).then(({ rows }) => rows)
  const before = await state()
  const ends = new Error('the end of the trial')
  let counts = {}
  const trial = app.db.transaction().execute(async (tx) => {
    counts = (await runOf(app, set, [set.record(1, { name: 'Other' }), set.record(3), set.record(4)], { db: tx })).counts
    throw ends
  })
  await expect(trial).rejects.toBe(ends)
  expect(counts).toMatchObject({ added: 1, known: 2, updated: 1, missing: 1 })
  expect(await state()).toEqual(before)
})
