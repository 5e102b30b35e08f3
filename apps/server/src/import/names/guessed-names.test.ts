import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { dataset, findImportedSpotId, runImport } from '../../../test/makers/imports/imports.ts'
import { test } from '../../../test/world/fixtures.ts'
import type { TestApp } from '../../../test/world/app.ts'
import { importRecords } from '../import.ts'
import { readRecords } from '../read-records.ts'
import { listGuesses } from './list-guesses.ts'
import { streetIn } from './find-surroundings.ts'

const NOTHING = { area: null, street: null, district: null, town: null, center: null }
const AT = { latitude: -33.9, longitude: 151.2 }

function names(around: Partial<typeof NOTHING | Record<string, unknown>>): string[] {
  return listGuesses('Skatepark', AT, { ...NOTHING, ...around }).map(({ name }) => name)
}

test('a guessed name contains the area around, then the street, then the district, then a number or the position', () => {
  const around = { area: 'Moore Park', street: 'Anzac Parade', district: 'Redfern', town: 'Sydney' }
  expect(names(around).slice(0, 6)).toEqual([
    'Skatepark at Moore Park',
    'Skatepark at Moore Park, Anzac Parade',
    'Skatepark at Moore Park, Redfern',
    'Skatepark at Moore Park, Sydney',
    'Skatepark on Anzac Parade',
    'Skatepark on Anzac Parade, Redfern',
  ])
  const center = { latitude: -33.87, longitude: 151.21 }
  expect(names({ district: 'Redfern', town: 'Sydney', center }).slice(0, 5)).toEqual([
    'Skatepark in Redfern',
    'Skatepark in Redfern, Sydney',
    'Skatepark in Redfern (south)',
    'Skatepark in Redfern (south) 2',
    'Skatepark in Redfern (south) 3',
  ])
  expect(names({ town: 'Sydney' })[0]).toBe('Skatepark in Sydney')
  expect(names({})[0]).toBe('Skatepark')
  expect(names({}).at(-1)).toBe('Skatepark at -33.90000, 151.20000')
  for (const name of names({ ...around, area: 'x'.repeat(200) })) expect(name.length).toBeLessThanOrEqual(120)
})

test.for([
  ['12 Main Street', 'Main Street'],
  ['Calle Mayor 3', 'Calle Mayor'],
  ['Main Street', 'Main Street'],
  ['1 Main Street, Austin, TX 78701', null],
  ['Tel. 555-1234', null],
  ['', null],
] as const)('the street in the address %j is %j', ([address, street]) => {
  expect(streetIn(address)).toBe(street)
})

async function addFeature(app: TestApp, of: { name: string; kind: string; at: typeof AT; reach: number }) {
  const { name, kind, at, reach } = of
  const { latitude, longitude } = at
  await sql`insert into street_regions (name, version, west, south, east, north, min_zoom, max_zoom, attribution, bytes, tiles)
    values ('guesses', '0123456789abcdef', 0, 0, 1, 1, 0, 1, '', 0, 0) on conflict do nothing`.execute(app.db)
  await sql`insert into streets (region_id, name, kind, latitude, longitude, west, south, east, north, importance)
    select id, ${name}, ${kind}, ${latitude}::float8, ${longitude}::float8, ${longitude - reach}::float8,
      ${latitude - reach}::float8, ${longitude + reach}::float8, ${latitude + reach}::float8, 0.4
    from street_regions where name = 'guesses'`.execute(app.db)
}

const UNNAMED = { name: undefined, city: undefined }

test('loaded street maps name a place, a later import improves its name, and a person’s name stays', async ({
  app,
  mod,
}) => {
  const set = dataset()
  const file = [
    set.record(1, UNNAMED),
    set.record(2, UNNAMED),
    set.record(3, { ...UNNAMED, within: 'City Park' }),
  ]
  expect((await runImport(app, set, file)).counts).toMatchObject({ added: 3 })
  const [first, second, third] = await Promise.all([1, 2, 3].map((n) => findImportedSpotId(app, set, n)))
  const shown = async (id = '') => {
    const { name, name_is_guess } = await mod.getSpot(id)
    return [name, name_is_guess]
  }
  expect(await shown(third)).toEqual(['Skate spot at City Park', true])
  const [before] = await shown(first)
  expect(before).not.toEqual((await shown(second))[0])
  // No better names are available, so nothing changes.
  expect((await runImport(app, set, file)).counts).toMatchObject({ known: 3, updated: 0, conflicts: 0 })

  const rename = async (id = '', name: string) =>
    mod.editSpot(id, { name }, { version: (await mod.getSpot(id)).version })
  await rename(second, 'The Slab')
  expect(await shown(second)).toEqual(['The Slab', false])
  for (const n of [1, 2]) {
    await addFeature(app, { name: 'Long Street', kind: 'street', at: set.at(n), reach: 0.0005 })
    await addFeature(app, { name: `Elm Park ${'I'.repeat(n)}`, kind: 'park', at: set.at(n), reach: 0.002 })
  }
  const again = await runImport(app, set, file)
  expect(again.counts).toMatchObject({ known: 3, updated: 1, conflicts: 0 })
  expect(again.lines).toEqual([expect.stringMatching(/^updated record 1.*: name$/)])
  expect(await shown(first)).toEqual(['Skate spot at Elm Park I', true])
  expect(await shown(second)).toEqual(['The Slab', false])
  expect(await shown(third)).toEqual(['Skate spot at City Park', true])
  expect((await runImport(app, set, file)).counts).toMatchObject({ updated: 0, conflicts: 0 })

  // The source has a name by now.
  const named = await runImport(app, set, [
    set.record(1, { city: undefined, name: 'Elm Bowl' }),
    ...file.slice(1),
  ])
  expect(named.counts).toMatchObject({ updated: 1, conflicts: 0 })
  expect(await shown(first)).toEqual(['Elm Bowl', false])
})

test('a name that an earlier version made is replaced, unless it has been edited', async ({ app, mod }) => {
  const set = dataset()
  const file = [1, 2].map((n) => set.record(n, { name: undefined, city: 'Lleida', within: `Park ${n}` }))
  await runImport(app, set, file)
  const ids = await Promise.all([1, 2].map((n) => findImportedSpotId(app, set, n)))
  await sql`update spots set name = 'Skate spot in Lleida', name_is_guess = false
    where id = any (${ids}::uuid[])`.execute(app.db)
  for (const name of ['Ledge heaven', 'Skate spot in Lleida'])
    await mod.editSpot(ids[1] ?? '', { name }, { version: (await mod.getSpot(ids[1] ?? '')).version })
  await runImport(app, set, file)
  const found = await Promise.all(ids.map((id) => mod.getSpot(id)))
  expect(found.map(({ name, name_is_guess }) => [name, name_is_guess])).toEqual([
    ['Skate spot at Park 1', true],
    ['Skate spot in Lleida', false],
  ])
})

const FILE = fileURLToPath(new URL('../../../../../../shared/data/skateparks-us-au.geojson', import.meta.url))

test('in two whole countries, no two guessed names in a state are equal', async ({ app, skip }) => {
  if (!existsSync(FILE))
    return skip('The file with the skateparks of the United States and Australia is missing.')
  const { added } = await importRecords({
    db: app.db,
    records: readRecords(FILE),
    defaults: { source: 'OpenStreetMap of two countries', licence: 'ODbL 1.0' },
    print: () => {},
  })
  const { rows } = await sql<{ level: string; n: number; equal: number; numbered: number }>`
    with named as (
      select s.name, s.name_is_guess, count(*) over (partition by s.name, s.state, s.country) as namesakes
      from spots s where s.deleted_at is null)
    select coalesce(substring(name from '^[^,]*? (at|on|in) '), 'none') as level, count(*)::int as n,
      count(*) filter (where namesakes > 1)::int as equal,
      count(*) filter (where name ~ '\\) \\d$|[a-z] \\d$')::int as numbered
    from named where name_is_guess group by 1 order by 1`.execute(app.db)
  console.info(JSON.stringify({ added, guesses: rows }))
  expect(rows.reduce((sum, { equal }) => sum + equal, 0)).toBe(0)
  expect(rows.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThan(1000)
})
