import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { rollUpSpots } from './map-rollup.queries.ts'
import { readMap } from './map.service.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  await sql`insert into spots (id, name, latitude, longitude, spot_types)
    select gen_random_uuid(), 'Spot ' || i, 41 + (i % 60) / 30.0, 2 + i / 600.0, '{bank}'
    from generate_series(1, 2000) i`.execute(database.db)
  await rollUpSpots(database.db)
  await sql`vacuum analyze spots, cells, spot_facets`.execute(database.db)
  db = openDatabase(database.url, { max: 1 })
})
afterAll(async () => {
  await db.destroy()
  await database.close()
})

test('statements for map views are planned once, and a view of cells takes one statement', async () => {
  const views = [
    { z: 3, x0: 3, x1: 4, y0: 2, y1: 3 },
    { z: 8, x0: 129, x1: 130, y0: 94, y1: 96 },
    { z: 13, x0: 4145, x1: 4147, y0: 3055, y1: 3057 },
    { z: 19, x0: 265300, x1: 265302, y0: 195600, y1: 195602 },
  ]
  for (let i = 0; i < 12; i += 1)
    for (const view of views)
      for (const filters of [{}, { type: 'bank' as const }]) await readMap(db, view, filters, undefined)
  const { rows } = await sql<{ name: string; calls: number; planned: number }>`
    select name, generic_plans + custom_plans as calls, custom_plans as planned
    from pg_prepared_statements where name like 'map_%'`.execute(db)
  expect(rows.filter(({ planned }) => planned > 5)).toEqual([])
  expect(rows.filter(({ name }) => name.startsWith('map_view_')).map(({ calls }) => calls)).toEqual([
    12, 12, 12, 12,
  ])
  expect(rows.find(({ name }) => name.startsWith('map_state_open'))?.calls).toBe(24)
})
