import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/world/database.ts'
import type { Db } from './open.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const NAME = 'one_of_visible_rows'

/** Returns the plan of reading a function of a viewer, with the viewer as a parameter or as a known value. */
const explain = (db: Db, read: RawBuilder<unknown>, mode: 'generic' | 'custom'): Promise<string> =>
  db.connection().execute(async (one) => {
    await sql`set plan_cache_mode = ${sql.raw(`force_${mode}_plan`)}`.execute(one)
    await sql`prepare ${sql.raw(NAME)} (uuid) as ${read}`.execute(one)
    const { rows } = await sql<Record<string, string>>`
      explain (costs off) execute ${sql.raw(NAME)} (null)`.execute(one)
    await sql`deallocate ${sql.raw(NAME)}`.execute(one)
    await sql`reset plan_cache_mode`.execute(one)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })

const RUNS_THE_FUNCTION = /Function Scan|ProjectSet/

/** Lists the functions that return rows for a viewer. */
const listFunctions = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and proretset and proargnames = '{viewer}' order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

test.for(['generic', 'custom'] as const)(
  'PostgreSQL inlines every function that returns rows for a viewer, in a %s plan',
  async (mode) => {
    const names = await listFunctions(database.db)
    expect(names).toEqual(expect.arrayContaining(['visible_people', 'visible_posts', 'visible_spots']))
    const run: string[] = []
    for (const name of names) {
      const plan = await explain(database.db, sql`select * from ${sql.table(name)}($1)`, mode)
      if (RUNS_THE_FUNCTION.test(plan)) run.push(name)
    }
    expect(run).toEqual([])
  },
)

test('finds a function that PostgreSQL does not inline', async () => {
  const { db } = database
  await sql`create function strict_people(viewer uuid) returns setof profiles language sql stable strict
    as 'select * from visible_people(viewer)'`.execute(db)
  const plan = await explain(db, sql`select * from strict_people($1)`, 'generic')
  await sql`drop function strict_people`.execute(db)
  expect(plan).toMatch(RUNS_THE_FUNCTION)
})

test('the functions return the columns of their tables, also after a table gets another column', async () => {
  const { db } = database
  await sql`alter table posts add column extra int`.execute(db)
  await expect(sql`select extra from visible_posts(null)`.execute(db)).resolves.toBeDefined()
  await sql`alter table posts drop column extra`.execute(db)
  await expect(sql`select * from visible_posts(null)`.execute(db)).resolves.toBeDefined()
})

test('the functions work without a search path, as in a restored dump', async () => {
  await database.db.connection().execute(async (one) => {
    const names = await listFunctions(one)
    await sql`set search_path = ''`.execute(one)
    for (const name of names) await sql`select from public.${sql.ref(name)}(null)`.execute(one)
    await sql`reset search_path`.execute(one)
  })
})
