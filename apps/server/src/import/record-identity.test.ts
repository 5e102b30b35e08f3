import { expect } from 'vitest'
import type { TestApp } from '../../test/world/app.ts'
import { test } from '../../test/world/fixtures.ts'
import { dataset, runImport } from '../../test/makers/imports/imports.ts'
import type { RawRecord } from './read-records.ts'

type Dataset = ReturnType<typeof dataset>

function listSpots({ db }: TestApp, { source }: Dataset) {
  return db
    .selectFrom('spots')
    .select(['id', 'name', 'latitude', 'source_id'])
    .where('source', '=', source)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
}

async function listNames(app: TestApp, set: Dataset) {
  return (await listSpots(app, set)).map(({ name }) => name)
}

/** Creates a record with an id that other records may also use. */
function makeRecord(set: Dataset, id: unknown, name: string, north = 0): RawRecord {
  return {
    where: `record ${name}`,
    properties: { id, name },
    at: { ...set.at(1), latitude: 41 + north },
  }
}

function makeWhole(name: string) {
  return {
    whole: { dataset: name, file: `${name}.csv`, file_hash: 'b'.repeat(64) },
  }
}

test('the same id in two datasets of a source means two records, which are updated separately', async ({
  app,
}) => {
  const set = dataset()
  const [a, b] = [makeWhole('city a'), makeWhole('city b')]
  await runImport(app, set, [makeRecord(set, 1, 'Park A')], a)
  expect((await runImport(app, set, [makeRecord(set, 1, 'Park B', 0.1)], b)).counts).toMatchObject({
    added: 1,
    known: 0,
    updated: 0,
    conflicts: 0,
  })
  expect(await listNames(app, set)).toEqual(['Park A', 'Park B'])
  const before = await listSpots(app, set)
  for (const [file, record] of [
    [a, makeRecord(set, 1, 'Park A')],
    [b, makeRecord(set, 1, 'Park B', 0.1)],
  ] as const) {
    expect((await runImport(app, set, [record], file)).counts).toMatchObject({
      added: 0,
      known: 1,
      updated: 0,
    })
  }
  expect(await listSpots(app, set)).toEqual(before)
  expect((await runImport(app, set, [makeRecord(set, 1, 'Park B, new', 0.1)], b)).counts).toMatchObject({
    updated: 1,
  })
  expect(await listNames(app, set)).toEqual(['Park A', 'Park B, new'])
})

test('the same name and id in two datasets, far apart, means two records', async ({ app }) => {
  const set = dataset()
  await runImport(app, set, [makeRecord(set, 1, 'Skatepark')], makeWhole('city a'))
  await runImport(app, set, [makeRecord(set, 1, 'Skatepark', 0.1)], makeWhole('city b'))
  expect(await listNames(app, set)).toEqual(['Skatepark', 'Skatepark'])
})

test('a file with a different name updates records that are evidently its own', async ({ app }) => {
  const set = dataset()
  await runImport(
    app,
    set,
    [makeRecord(set, 1, 'Park A'), makeRecord(set, 2, 'Park B', 0.1)],
    makeWhole('old name'),
  )
  const { counts } = await runImport(
    app,
    set,
    [makeRecord(set, 1, 'Park A, new', 0.0003), makeRecord(set, 2, 'Park B', 0.105)],
    makeWhole('new name'),
  )
  expect(counts).toMatchObject({ added: 0, known: 2, updated: 2 })
})

test('OpenStreetMap ids, UUIDs, and URLs mean the same record in every dataset', async ({ app }) => {
  const set = dataset()
  const ids = ['node/77', 'way/77', 'f1d8e2b0-6c1f-4b0e-9d57-2f3a3c1f0a11', 'https://parks.example/1']
  const records = (more: number) => ids.map((id, n) => makeRecord(set, id, `Park ${n}`, n / 10 + more))
  await runImport(app, set, records(0), makeWhole('one'))
  expect((await runImport(app, set, records(0.02), makeWhole('other'))).counts).toMatchObject({
    added: 0,
    known: 4,
    updated: 4,
  })
})

test('an id that reappears far away with another name is a conflict, and changes nothing', async ({
  app,
  mod,
}) => {
  const set = dataset()
  await runImport(app, set, [makeRecord(set, 1, 'Park A')])
  const [spot] = await listSpots(app, set)
  const other = makeRecord(set, 1, 'Plaza B', 0.1)
  const { counts, lines } = await runImport(app, set, [other])
  expect(counts).toMatchObject({ added: 0, updated: 0, conflicts: 2 })
  expect(lines).toEqual([
    expect.stringMatching(/^conflict record Plaza B .* more than 1 km away; nothing changes/),
  ])
  expect(await listSpots(app, set)).toEqual([spot])
  const mine = (await mod.listImportConflicts()).items.filter(({ source }) => source === set.source)
  expect(mine.map(({ field, theirs }) => [field, theirs])).toEqual([
    ['name', 'Plaza B'],
    ['position', other.at],
  ])
  // People resolve the conflict. Running the import again changes nothing.
  expect((await runImport(app, set, [other])).counts).toMatchObject({ updated: 0, conflicts: 0 })
  expect(await listSpots(app, set)).toEqual([spot])
})

test('a file whose ids mostly belong to other places marks nothing as missing', async ({ app }) => {
  const set = dataset()
  const first = [1, 2, 3, 4].map((n) => makeRecord(set, n, `Park ${n}`, n / 10))
  await runImport(app, set, first)
  const other = [1, 2, 3].map((n) => makeRecord(set, n, `Plaza ${n}`, 1 + n / 10))
  expect((await runImport(app, set, other)).counts).toMatchObject({ others: 3, missing: 0, isWhole: false })
})

test('a new name or a move alone is an update', async ({ app }) => {
  const set = dataset()
  await runImport(app, set, [makeRecord(set, 1, 'Park A')])
  expect((await runImport(app, set, [makeRecord(set, 1, 'Plaza B', 0.005)])).counts).toMatchObject({
    updated: 1,
    conflicts: 0,
  })
  expect((await runImport(app, set, [makeRecord(set, 1, 'PLAZA b', 0.1)])).counts).toMatchObject({
    updated: 1,
    conflicts: 0,
  })
})

test('each record with a repeated id in a file is separate, and is recognized again in any order', async ({
  app,
}) => {
  const set = dataset()
  const records = [0, 1, 2, 3].map((n) => makeRecord(set, 'x', `Park ${n}`, n / 10))
  expect((await runImport(app, set, records)).counts).toMatchObject({ added: 4 })
  const before = await listSpots(app, set)
  expect(new Set(before.map(({ source_id }) => source_id)).size).toBe(4)
  for (const order of [records, records.toReversed(), [2, 0, 3, 1].flatMap((n) => records[n] ?? [])]) {
    const { counts, lines } = await runImport(app, set, order)
    expect(counts).toMatchObject({ added: 0, known: 4, updated: 0, conflicts: 0, missing: 0 })
    expect(lines).toEqual([])
  }
  expect(await listSpots(app, set)).toEqual(before)
  // One record is missing and one is new.
  const { counts } = await runImport(app, set, [...records.slice(0, 3), makeRecord(set, 'x', 'Park 4', 0.4)])
  expect(counts).toMatchObject({ added: 1, known: 3, missing: 1, conflicts: 0 })
})

test('recognizes an id that is repeated a thousand records later in the same file', async ({ app }) => {
  const set = dataset()
  const between = Array.from({ length: 1_000 }, (_, n) =>
    makeRecord(set, `n${n}`, `Between ${n}`, 1 + n / 1_000),
  )
  const records = [makeRecord(set, 'x', 'First'), ...between, makeRecord(set, 'x', 'Last', 0.5)]
  expect((await runImport(app, set, records)).counts).toMatchObject({ added: 1_002 })
  expect((await runImport(app, set, records)).counts).toMatchObject({
    added: 0,
    known: 1_002,
    updated: 0,
    conflicts: 0,
  })
})

test('a deleted spot stays deleted, and does not block a record for another place', async ({ app }) => {
  const set = dataset()
  await runImport(app, set, [makeRecord(set, 1, 'Park A')], makeWhole('city a'))
  const [spot] = await listSpots(app, set)
  await app.db
    .updateTable('spots')
    .set({ deleted_at: new Date() })
    .where('id', '=', spot?.id ?? '')
    .execute()
  await runImport(app, set, [makeRecord(set, 1, 'Park A')], makeWhole('city a'))
  expect(await listNames(app, set)).toEqual([])
  await runImport(app, set, [makeRecord(set, 1, 'Park B', 0.1)], makeWhole('city b'))
  expect(await listNames(app, set)).toEqual(['Park B'])
})

test.for(['import_records', 'nothing'] as const)(
  'records imported before there were datasets are found by their plain id, without %s',
  async (missing, { app }) => {
    const set = dataset()
    await runImport(app, set, [makeRecord(set, 1, 'Park A')], makeWhole('parks-2026-10'))
    await app.db.updateTable('spots').set({ source_dataset: null }).where('source', '=', set.source).execute()
    if (missing === 'import_records')
      await app.db.deleteFrom('import_records').where('source', '=', set.source).execute()
    expect(
      (await runImport(app, set, [makeRecord(set, 1, 'Park A, new')], makeWhole('parks'))).counts,
    ).toMatchObject({
      added: 0,
      known: 1,
      updated: 1,
    })
  },
)
