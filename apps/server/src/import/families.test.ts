import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/world/database.ts'
import {
  type Expected,
  type Family,
  makeEmptyFiles,
  makeSameIds,
  makeSheets,
} from '../../test/makers/imports/import-families.ts'
import { makeOtherSystems } from '../../test/makers/imports/system-families.ts'
import { makeShapes } from '../../test/makers/imports/shape-families.ts'
import { makeStrays } from '../../test/makers/imports/stray-families.ts'
import { makeTyped, makeTypedAxes } from '../../test/makers/imports/typed-families.ts'
import { toDatasetName } from '../modules/imports/index.ts'
import { importRecords } from './import.ts'
import { readRecords } from './read-records.ts'

let it: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'nollie-families-'))
beforeAll(async () => {
  it = await testDatabase()
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true, force: true })
})

let count = 0
/** Imports a file the way the command does. Uses a new source unless one is given. */
async function runImport({ file, content }: Family, source = `Family ${(count += 1)}`) {
  const place = join(folder, String((count += 1)))
  mkdirSync(place)
  const path = join(place, file)
  if (typeof content === 'string') writeFileSync(path, content)
  else await content(path)
  const lines: string[] = []
  let nothing = ''
  const counts = await importRecords({
    db: it.db,
    records: readRecords(path, undefined, (why) => {
      nothing = why
    }),
    defaults: { source, licence: 'CC0' },
    whole: { dataset: toDatasetName(basename(path)), file, file_hash: 'c'.repeat(64) },
    print: (line) => lines.push(line),
  })
  return { counts, lines, nothing, source }
}

function listSpots(source: string) {
  return it.db
    .selectFrom('spots')
    .select(['name', 'description', 'latitude', 'longitude'])
    .where('source', '=', source)
    .orderBy('name')
    .execute()
}

function toMatcher({ name, description, latitude, longitude }: Expected) {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    latitude: expect.closeTo(latitude, 5),
    longitude: expect.closeTo(longitude, 5),
  }
}

function compareNames(a: Expected, b: Expected) {
  return a.name < b.name ? -1 : 1
}

const FAMILIES = [...makeSheets(), ...makeShapes(), ...makeStrays(), ...makeTyped(), ...makeTypedAxes()]

test.for([...new Set(FAMILIES.map(({ kind }) => kind))])(
  '%s: positions and text are the same in every format',
  async (kind) => {
    for (const family of FAMILIES.filter((one) => one.kind === kind)) {
      const { counts, source, lines } = await runImport(family)
      const { file, expected, refused = 0, doubted = 0, lines: skipped = 0 } = family
      expect(await listSpots(source), `${file}: ${lines.join('\n')}`).toEqual(
        expected.toSorted(compareNames).map((one) => expect.objectContaining(toMatcher(one))),
      )
      expect(counts, `${file}: ${lines.join('\n')}`).toMatchObject({
        refused,
        doubted,
        missing: 0,
        lines: skipped,
      })
    }
  },
)

test('a file in another coordinate system is refused before its first record, with the command', async () => {
  for (const family of makeOtherSystems()) {
    const source = `Family ${(count += 1)}`
    await expect(runImport(family, source), family.file).rejects.toThrow(family.says)
    expect(await listSpots(source), family.file).toEqual([])
  }
})

test('a file without records is reported with the reason', async () => {
  for (const family of makeEmptyFiles()) {
    const { counts, nothing } = await runImport(family)
    expect([counts.read, nothing], family.file).toEqual([0, expect.stringMatching(family.says ?? /./)])
  }
})

test('the same id in two files from one source means two spots, even in later runs', async () => {
  for (const [a, b] of makeSameIds()) {
    const { source } = await runImport(a)
    await runImport(b, source)
    const both = [...a.expected, ...b.expected].map(toMatcher)
    expect(await listSpots(source), a.file).toMatchObject(both)
    for (const family of [b, a, b]) {
      const { counts } = await runImport(family, source)
      expect(counts).toMatchObject({ added: 0, known: 1, updated: 0, conflicts: 0 })
    }
    expect(await listSpots(source), a.file).toMatchObject(both)
  }
})

test("last month's file and this month's are one dataset", async () => {
  await sql`truncate spots cascade`.execute(it.db)
  const [[a]] = makeSameIds() as [[Family, Family]]
  const { source } = await runImport({ ...a, file: 'parks-2026-10.geojson' })
  const later = { ...a, content: String(a.content).replace('City a', 'City a, renamed') }
  const { counts } = await runImport({ ...later, file: 'parks-2026-11 (1).geojson' }, source)
  expect(counts).toMatchObject({ added: 0, known: 1, updated: 1 })
})
