import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startOverpass } from '../../test/services/overpass.ts'
import { type TestDatabase, testDatabase } from '../../test/world/database.ts'
import { importFromOsm } from './osm-command.ts'

let it: TestDatabase
const overpass = await startOverpass()
beforeAll(async () => {
  it = await testDatabase()
})
afterAll(async () => {
  await it.close()
  await overpass.close()
})
beforeEach(() => overpass.reset())

async function run(area: string) {
  const lines: string[] = []
  const result = await importFromOsm({
    db: it.db,
    area,
    server: overpass.url,
    site: new URL('https://skate.example'),
    print: (line) => lines.push(line),
    figures: { pauseMs: 0, backoffMs: 1, sliceMs: 5 },
  })
  return { ...result, lines }
}

const tags = { leisure: 'pitch', sport: 'skateboard' }

test('imports a country like the admins’ screen, and running it again adds nothing', async () => {
  overpass.has([
    { type: 'way', id: 1, lat: 1.31, lon: 103.83, country: 'SG', tags: { ...tags, name: 'Somerset' } },
    { type: 'way', id: 2, lat: 1.3, lon: 103.9, country: 'SG', tags: { ...tags, access: 'private' } },
  ])
  const first = await run('sg')
  expect(first).toMatchObject({
    isWhole: true,
    summary: 'Of 2 records: 1 added, 0 already here (0 updated), 1 refused.',
  })
  expect(first.lines[0]).toMatch(/^\d+ requests to 127\.0\.0\.1:\d+, about \d+ min$/)
  expect(first.lines).toContainEqual(expect.stringMatching(/^refused way\/2: not open to people/))
  expect(overpass.asked[0]?.headers['user-agent']).toBe('Nollie (skate map; +https://skate.example/)')
  expect((await run('SG')).summary).toBe('Of 2 records: 0 added, 1 already here (0 updated), 1 refused.')
})

test('says why it stopped, and continues with the next run', async () => {
  overpass.has([
    { type: 'way', id: 3, lat: 1.31, lon: 103.83, country: 'SG', tags: { ...tags, name: 'Bukit' } },
  ])
  overpass.fails(() => ({ kind: 'html' }))
  expect(await run('town:1.29,103.85')).toMatchObject({
    isWhole: false,
    summary: expect.stringContaining('Check OVERPASS_URL. Run the command again to continue.'),
  })
  overpass.fails(() => null)
  expect(await run('town:1.29,103.85')).toMatchObject({ isWhole: true })
  expect(
    await it.db.selectFrom('import_areas').selectAll().where('area', 'like', 'town:%').execute(),
  ).toHaveLength(1)
})

test.for(['Spain', 'XX', 'box:1,2', ''])('refuses %o', async (area) => {
  await expect(run(area)).rejects.toThrow("isn't an area")
  expect(overpass.asked).toEqual([])
})
