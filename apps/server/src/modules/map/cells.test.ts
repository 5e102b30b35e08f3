import {
  mixTypes,
  DIFFICULTY_LEVELS,
  type DifficultyLevel,
  SPOT_TYPES,
  type SpotType,
  toWorld,
} from '@nollie/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { emptyMap } from '../../../test/makers/spots.ts'
import { openDatabase } from '../../db/open.ts'
import { rollUpSpots } from './map-rollup.queries.ts'
import { DEEPEST_CELLS } from './map.queries.ts'
import { computeCellSize, encodeMorton } from './morton-ranges.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyMap(database.db)
})

type Where = { latitude: number; longitude: number }
type Step =
  | { do: 'insert'; spots: (Where & { types: SpotType[] })[] }
  | { do: 'move'; which: number; to: Where }
  | { do: 'retype'; which: number; types: SpotType[] }
  | { do: 'grade'; which: number; difficulty_level: DifficultyLevel | null }
  | { do: 'film'; which: number; has_video: boolean }
  | { do: 'mark'; which: number; status: 'open' | 'gone' }
  | { do: 'rename' | 'hide' | 'restore' | 'remove'; which: number }
  | { do: 'hideAll'; below: number }
  | { do: 'rollup'; most: number }

// Positions in a small area, so that cells fill up, and in the corners of the world map.
const where = fc.record({
  latitude: fc.oneof(
    fc.constantFrom(-90, 90, 85.06, -85.06),
    fc.double({ min: 41, max: 41.02, noNaN: true }),
  ),
  longitude: fc.oneof(
    fc.constantFrom(-180, 180, 179.9999),
    fc.double({ min: 2.1, max: 2.12, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
  ),
})
const types = fc.uniqueArray(fc.constantFrom(...SPOT_TYPES), { minLength: 1, maxLength: 4 })
const which = fc.nat(1_000)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('insert' as const),
      spots: fc.array(
        where.chain((at) => types.map((t) => ({ ...at, types: t }))),
        { minLength: 1, maxLength: 8 },
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), which, to: where }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('retype' as const), which, types }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('grade' as const),
      which,
      difficulty_level: fc.constantFrom(...DIFFICULTY_LEVELS, null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('film' as const), which, has_video: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      which,
      status: fc.constantFrom('open' as const, 'gone' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('rename' as const, 'hide' as const, 'restore' as const, 'remove' as const),
      which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('hideAll' as const),
      below: fc.double({ min: -90, max: 90, noNaN: true }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('rollup' as const), most: fc.integer({ min: 1, max: 20 }) }),
  },
)

async function run(one: Step, ids: string[]): Promise<void> {
  const { db } = database
  if (one.do === 'rollup') {
    await sql`select nollie_rollup_spots(${one.most}::int)`.execute(db)
    return
  }
  if (one.do === 'insert') {
    const rows = one.spots.map(({ types: spot_types, ...at }) => ({
      id: uuid(),
      name: 'Spot',
      ...at,
      spot_types,
    }))
    await db.insertInto('spots').values(rows).execute()
    ids.push(...rows.map(({ id }) => id))
    return
  }
  if (one.do === 'hideAll') {
    await db.updateTable('spots').set({ deleted_at: new Date() }).where('latitude', '<', one.below).execute()
    return
  }
  const id = ids[one.which % Math.max(1, ids.length)]
  if (!id) return
  if (one.do === 'remove') {
    await db.deleteFrom('spots').where('id', '=', id).execute()
    return
  }
  const change = {
    move: () => ('to' in one ? one.to : {}),
    retype: () => ('types' in one ? { spot_types: one.types } : {}),
    grade: () => ('difficulty_level' in one ? { difficulty_level: one.difficulty_level } : {}),
    film: () => ('has_video' in one ? { has_video: one.has_video } : {}),
    mark: () => ('status' in one ? { status: one.status } : {}),
    rename: () => ({ name: 'Another name' }),
    hide: () => ({ deleted_at: new Date() }),
    restore: () => ({ deleted_at: null }),
  }[one.do]()
  await db.updateTable('spots').set(change).where('id', '=', id).execute()
}

type Spot = Where & {
  id: string
  spot_types: SpotType[] | null
  difficulty_level: DifficultyLevel | null
  has_video: boolean
  status: 'open' | 'gone'
}

const FACETS = 20
const GONE = 20

/** Returns the facets a spot counts under. A removed spot counts only as removed. */
function listFacets({ spot_types, difficulty_level, has_video, status }: Spot): number[] {
  if (status === 'gone') return [GONE]
  return [
    ...(spot_types ?? []).map((type) => SPOT_TYPES.indexOf(type) + 1),
    ...(difficulty_level ? [16 + DIFFICULTY_LEVELS.indexOf(difficulty_level)] : []),
    ...(has_video ? [19] : []),
  ]
}

function computeCell({ latitude, longitude }: Where) {
  const at = toWorld(latitude, longitude)
  const steps = (share: number) => Math.min(2 ** 26 - 1, Math.max(0, Math.floor(share * 2 ** 26)))
  return { qk: encodeMorton(steps(at.x), steps(at.y)), x: steps(at.x), y: steps(at.y) }
}

/** Computes the expected cells from the spots alone, without using the database. */
function expectedCells(spots: Spot[]) {
  const cells = new Map<string, { n: number; sx: number; sy: number; facets: number[]; sets: number[] }>()
  for (const spot of spots) {
    const { qk, x, y } = computeCell(spot)
    for (let z = 0; z <= DEEPEST_CELLS; z++) {
      const key = `${z} ${Math.floor(qk / computeCellSize(z))}`
      const cell = cells.get(key) ?? {
        n: 0,
        sx: 0,
        sy: 0,
        facets: Array.from({ length: FACETS }, () => 0),
        sets: [],
      }
      cell.sx += x
      cell.sy += y
      const facets = listFacets(spot)
      for (const facet of facets) cell.facets[facet - 1] = (cell.facets[facet - 1] ?? 0) + 1
      if (spot.status === 'open') {
        cell.n += 1
        cell.sets.push(facets.reduce((set, facet) => set | (1 << (facet - 1)), 0))
      }
      cells.set(key, cell)
    }
  }
  return Object.fromEntries(
    [...cells].map(([key, { n, sx, sy, facets, sets }]) => [
      key,
      [n, sx, sy, n > 3 ? mixTypes(sets) : 0, ...facets].join(' '),
    ]),
  )
}

async function actualCells() {
  const counts = sql.join(Array.from({ length: FACETS }, (_, i) => sql.ref(`n${i + 1}`)))
  const { rows } = await sql<{ key: string; value: string }>`
    select z || ' ' || cell as key, concat_ws(' ', n, sx, sy, mix, ${counts}) as value from cells`.execute(
    database.db,
  )
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

function living() {
  return database.db
    .selectFrom('spots')
    .select(['id', 'latitude', 'longitude', 'spot_types', 'difficulty_level', 'has_video', 'status'])
    .where('deleted_at', 'is', null)
    .execute()
}

test('the map’s counts are exact after any sequence of shares, moves, changes of type, difficulty, video, and status, and removals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      await emptyMap(database.db)
      const ids: string[] = []
      for (const one of steps) await run(one, ids)
      await rollUpSpots(database.db)
      const spots = await living()
      expect(await actualCells()).toEqual(expectedCells(spots))
      const { rows } = await sql<{ line: string }>`
        select concat_ws(' ', facet, qk, spot_id) as line from spot_facets`.execute(database.db)
      const lines = spots.flatMap((spot) =>
        listFacets(spot).map((facet) => `${facet} ${computeCell(spot).qk} ${spot.id}`),
      )
      expect(rows.map(({ line }) => line).toSorted()).toEqual(lines.toSorted())
    }),
    { numRuns: 40 },
  )
})

test('counts are exact when spots change in open transactions while several processes count', async () => {
  const writers = [
    openDatabase(database.url, { max: 1 }),
    openDatabase(database.url, { max: 1 }),
    openDatabase(database.url, { max: 1 }),
  ]
  const counters = [openDatabase(database.url, { max: 1 }), openDatabase(database.url, { max: 1 })]
  const work = { done: false }
  const counting = counters.map(async (db) => {
    while (!work.done) await rollUpSpots(db)
  })
  await Promise.all(
    writers.map(async (db, w) => {
      for (let i = 0; i < 25; i++) {
        const change = db.transaction().execute(async (tx) => {
          const spots = Array.from({ length: 4 }, (_, k) => ({
            id: uuid(),
            name: 'Ledge',
            latitude: 41 + w / 10 + k / 1000,
            longitude: 2 + i / 1000,
            spot_types: ['ledges', 'plaza'] as SpotType[],
          }))
          await tx.insertInto('spots').values(spots).execute()
          await tx
            .updateTable('spots')
            .set({ spot_types: ['bowl'], longitude: 3 })
            .where('id', 'in', [spots[0]?.id ?? '', spots[1]?.id ?? ''])
            .execute()
          await tx
            .deleteFrom('spots')
            .where('id', '=', spots[2]?.id ?? '')
            .execute()
          if (i % 5 === 0) throw new Error('taken back')
        })
        await change.catch((error: Error) => expect(error.message).toBe('taken back'))
      }
    }),
  )
  work.done = true
  await Promise.all(counting)
  await rollUpSpots(database.db)
  expect(await actualCells()).toEqual(expectedCells(await living()))
  await Promise.all([...writers, ...counters].map((db) => db.destroy()))
})

test('a rollup that fails halfway counts nothing and loses nothing', async () => {
  await database.db
    .insertInto('spots')
    .values({ id: uuid(), name: 'Ledge', latitude: 41, longitude: 2, spot_types: ['ledges'] })
    .execute()
  const dying = database.db.transaction().execute(async (tx) => {
    await sql`select nollie_rollup_spots(100)`.execute(tx)
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  expect(await actualCells()).toEqual({})
  await rollUpSpots(database.db)
  expect(await actualCells()).toEqual(expectedCells(await living()))
})

test('RT-02 every rollup publishes its spots once, and an import as one event', async () => {
  const { db } = database
  const id = uuid()
  await db
    .insertInto('spots')
    .values({ id, name: 'Ledge', latitude: 41.38, longitude: 2.16, spot_types: ['ledges'] })
    .execute()
  await db.updateTable('spots').set({ latitude: 41.39 }).where('id', '=', id).execute()
  await rollUpSpots(db)
  await db.updateTable('spots').set({ name: 'Long ledge' }).where('id', '=', id).execute()
  await rollUpSpots(db)
  await db.updateTable('spots').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  await rollUpSpots(db)
  const many = Array.from({ length: 60 }, () => ({ id: uuid(), name: 'Import', latitude: 1, longitude: 1 }))
  await db
    .insertInto('spots')
    .values(many.map((spot) => ({ ...spot, spot_types: ['park' as const] })))
    .execute()
  await rollUpSpots(db)
  const events = await db.selectFrom('events').select(['topic', 'name', 'data']).orderBy('id').execute()
  expect(events.map(({ data }) => data)).toEqual([
    { kind: 'created', spot_id: id, at: [expect.anything(), expect.anything()] },
    { kind: 'updated', spot_id: id, at: [expect.anything()] },
    { kind: 'deleted', spot_id: id, at: [expect.anything()] },
    { kind: 'many', spot_id: null, at: [] },
  ])
  expect(new Set(events.map(({ topic, name }) => `${topic} ${name}`))).toEqual(new Set(['spots spot']))
})
