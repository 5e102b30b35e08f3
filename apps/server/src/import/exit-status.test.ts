import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/world/database.ts'
import { PROGRAM_ENV } from '../../test/world/program-env.ts'
import { programFile } from '../../test/world/program-file.ts'

const MAIN = programFile('apps/server/src/import/main.ts')

let it: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'nollie-exit-status-'))
const route = join(folder, 'route.gpx')
writeFileSync(route, '<gpx><rte><rtept lat="1" lon="2"/></rte></gpx>')
const park = join(folder, 'park.gpx')
writeFileSync(park, '<gpx><wpt lat="41.38" lon="2.17"><name>Field Skatepark</name></wpt></gpx>')
beforeAll(async () => {
  it = await testDatabase()
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true, force: true })
})

function runImport(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [MAIN, ...args, '--source', 'Field', '--licence', 'CC0'],
    { encoding: 'utf8', env: { ...PROGRAM_ENV, DATABASE_URL: it.url, DATA_DIR: join(folder, 'data') } },
  )
  return { status, stdout, stderr }
}

test('a file without records exits with 3 and the reason, also in a trial run', () => {
  const nothing = {
    status: 3,
    stderr: '',
    stdout: `${route} has no spots: no waypoints; it has 1 route.\n`,
  }
  expect(runImport(route)).toEqual(nothing)
  expect(runImport(route, '--dry-run')).toEqual(nothing)
})

test('a file with a record exits with 0 and the counts', async () => {
  expect(runImport(park, '--dry-run')).toMatchObject({ status: 0, stderr: '' })
  expect(runImport(park)).toEqual({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Of 1 records: 1 added \(0 to check\)/),
  })
  const spots = await it.db.selectFrom('spots').select('name').where('source', '=', 'Field').execute()
  expect(spots).toEqual([{ name: 'Field Skatepark' }])
})
