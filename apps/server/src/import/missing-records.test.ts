import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../test/world/fixtures.ts'
import { dataset, runImport, findImportedSpotId } from '../../test/makers/imports/imports.ts'
import { recordMover } from '../modules/imports/index.ts'

test('spots missing from a complete file become unconfirmed, ask for confirmation, and become normal again when they reappear', async ({
  app,
  mod,
}) => {
  const set = dataset()
  const all = [1, 2, 3].map((n) => set.record(n))
  await runImport(app, set, all)
  const id = await findImportedSpotId(app, set, 2)
  const confirmed = async (at: string) => {
    await sql`update spots set confirmed_at = ${at}, confirmed_by = 2, spot_state = 'open' where id = ${id}`.execute(
      app.db,
    )
  }
  await confirmed(new Date().toISOString())
  expect((await mod.getSpot(id)).standing).toMatchObject({ state: 'open', is_doubtful: false })
  const { counts, lines } = await runImport(app, set, [set.record(1), set.record(3)])
  expect(counts).toMatchObject({ known: 2, missing: 1 })
  expect(lines).toEqual([expect.stringMatching(/^missing .*no longer in the file/)])
  const gone = await mod.getSpot(id)
  expect(gone.standing).toMatchObject({ is_doubtful: true })
  expect(gone.source_missing_since).toEqual(expect.any(String))
  // An earlier run has already marked it.
  expect((await runImport(app, set, [set.record(1), set.record(3)])).counts).toMatchObject({ missing: 0 })
  // A visitor's later report takes precedence.
  await confirmed(new Date(Date.now() + 1_000).toISOString())
  expect((await mod.getSpot(id)).standing).toMatchObject({ is_doubtful: false })
  const back = await runImport(app, set, all)
  expect(back.counts).toMatchObject({ known: 3, returned: 1, added: 0 })
  expect(back.lines).toEqual([expect.stringMatching(/^back .*record 2/)])
  expect((await mod.getSpot(id)).source_missing_since).toBe(null)
})

test('a file with the same name from another source marks nothing', async ({ app }) => {
  const [set, other] = [dataset(), dataset()]
  await runImport(app, set, [set.record(1), set.record(2)])
  const sameName = { ...other, name: set.name }
  const all = [1, 2, 3].map((n) => other.record(n))
  expect((await runImport(app, sameName, all)).counts).toMatchObject({ added: 3, missing: 0, notMarked: 0 })
  expect((await runImport(app, sameName, all.slice(0, 2))).counts).toMatchObject({ missing: 1 })
  expect((await runImport(app, set, [set.record(1)])).counts).toMatchObject({ known: 1, missing: 1 })
})

test('another dataset, a file with unreadable records, half a file, or an empty file marks nothing', async ({
  app,
}) => {
  const set = dataset()
  const all = Array.from({ length: 24 }, (_, n) => set.record(n + 1))
  await runImport(app, set, all)
  const another = { ...set, name: `${set.name}, the north` }
  expect((await runImport(app, another, [set.record(1)])).counts).toMatchObject({ missing: 0, notMarked: 0 })
  const broken = { ...set.record(30), unreadable: 'not JSON' }
  expect((await runImport(app, set, [...all.slice(0, 20), broken])).counts).toMatchObject({
    missing: 0,
    refused: 1,
  })
  // These records are in the file, although they can't be used.
  const unusable = [{ ...set.record(21), at: null }, set.record(22, { name: 'Caf\uFFFD ledge' })]
  expect((await runImport(app, set, [...all.slice(0, 20), ...unusable])).counts).toMatchObject({
    missing: 0,
    refused: 2,
    isWhole: false,
  })
  expect((await runImport(app, set, all.slice(0, 8))).counts).toMatchObject({ missing: 0, notMarked: 16 })
  expect((await runImport(app, set, [])).counts).toMatchObject({ missing: 0, notMarked: 24 })
  expect((await runImport(app, set, all.slice(0, 8), { marksMany: true })).counts).toMatchObject({
    missing: 16,
    notMarked: 0,
  })
})

test('a record marked as no longer a spot counts as missing, like an absent one', async ({ app }) => {
  const set = dataset()
  const all = Array.from({ length: 4 }, (_, n) => set.record(n + 1))
  await runImport(app, set, all)
  const shop = set.record(4, { name: 'Four Skate Shop' })
  expect((await runImport(app, set, [...all.slice(0, 3), shop])).counts).toMatchObject({
    missing: 1,
    refused: 1,
    isWhole: true,
  })
})

test('a deleted spot never comes back; a merged spot’s records move to the remaining one', async ({
  app,
  mod,
}) => {
  const set = dataset()
  const all = [1, 2, 3].map((n) => set.record(n))
  await runImport(app, set, all)
  const [deleted, merged, stays] = await Promise.all([1, 2, 3].map((n) => findImportedSpotId(app, set, n)))
  await mod.removeSpot(deleted ?? '')
  await app.db.transaction().execute((tx) => recordMover.take(tx, { from: merged ?? '', into: stays ?? '' }))
  await mod.removeSpot(merged ?? '')
  const { counts, lines } = await runImport(app, set, [
    set.record(1, { name: 'Changed' }),
    set.record(2, { description: 'What the other record says' }),
    set.record(3),
  ])
  expect(counts).toMatchObject({ added: 0, known: 3, updated: 1 })
  expect(lines).toContainEqual(expect.stringContaining('was deleted here and stays deleted'))
  expect(await mod.getSpot(stays ?? '')).toMatchObject({ description: 'What the other record says' })
  // One of the spot's two records is missing, but the spot isn't.
  expect((await runImport(app, set, [set.record(1), set.record(3)])).counts).toMatchObject({ missing: 0 })
})

test('the next run completes a killed one without duplicates', async ({ app, mod }) => {
  const set = dataset()
  const all = Array.from({ length: 2_500 }, (_, n) => ({
    ...set.record(n + 1),
    at: { latitude: 10 + n / 200, longitude: -30 },
  }))
  async function* killed() {
    yield* all.slice(0, 1_700)
    throw new Error('killed')
  }
  await expect(runImport(app, set, killed())).rejects.toThrow('killed')
  expect((await mod.listImportRuns()).items[0]).toMatchObject({ state: 'failed', added: 1_000 })
  const { counts } = await runImport(app, set, all)
  expect(counts).toMatchObject({ added: 1_500, known: 1_000, same: 0, missing: 0 })
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from spots where source = ${set.source}`.execute(app.db)
  expect(rows[0]?.n).toBe(2_500)
  // A process that is killed doesn't record its end.
  await sql`update import_runs set ended_at = null, outcome = null, moved_at = now() - interval '1 hour'
    where dataset = ${set.name}`.execute(app.db)
  expect((await mod.listImportRuns()).items[0]).toMatchObject({ state: 'stopped' })
})

test('a dry run reports the outcome and changes nothing, not even runs and marks', async ({ app }) => {
  const set = dataset()
  await runImport(
    app,
    set,
    [1, 2, 3].map((n) => set.record(n)),
  )
  const state = () =>
    sql`select (select count(*) from spots) as spots, (select count(*) from import_runs) as runs,
      (select max(seen_at) from import_records) as seen,
      (select count(*) from spots where source_missing_since is not null) as missing`
      .execute(app.db)
      .then(({ rows }) => rows)
  const before = await state()
  const ends = new Error('the end of the trial')
  let counts = {}
  const trial = app.db.transaction().execute(async (tx) => {
    counts = (
      await runImport(app, set, [set.record(1, { name: 'Other' }), set.record(3), set.record(4)], { db: tx })
    ).counts
    throw ends
  })
  await expect(trial).rejects.toBe(ends)
  expect(counts).toMatchObject({ added: 1, known: 2, updated: 1, missing: 1 })
  expect(await state()).toEqual(before)
})
