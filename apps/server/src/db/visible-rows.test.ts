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

/** Returns the plan for a query that calls a function with a viewer, passed as a parameter or as a literal. */
function explain(db: Db, read: RawBuilder<unknown>, mode: 'generic' | 'custom'): Promise<string> {
  return db.connection().execute(async (one) => {
    await sql`set plan_cache_mode = ${sql.raw(`force_${mode}_plan`)}`.execute(one)
    await sql`prepare ${sql.raw(NAME)} (uuid) as ${read}`.execute(one)
    const { rows } = await sql<Record<string, string>>`
      explain (costs off) execute ${sql.raw(NAME)} (null)`.execute(one)
    await sql`deallocate ${sql.raw(NAME)}`.execute(one)
    await sql`reset plan_cache_mode`.execute(one)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })
}

function runsTheFunction(name: string) {
  return new RegExp(`Function Scan on (?:public\\.)?${name}\\b|ProjectSet`)
}

type Listed = { name: string; types: string[] }
/** Lists the SQL functions that return rows, with their argument types. */
async function listFunctions(db: Db): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select p.proname as name, array(select format_type(t, null) from unnest(p.proargtypes) t)::text[] as types
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.proretset and l.lanname = 'sql' order by 1`.execute(
    db,
  )
  return rows
}

/**
 * Returns SQL that calls a function, with the parameter as the viewer (the first argument) and null for all other
 * arguments.
 */
function writeCall({ name, types }: Listed): RawBuilder<unknown> {
  const args = types.map((type, i) => `${i === 0 && type === 'uuid' ? '$1' : 'null'}::${type}`)
  return sql`${sql.table(name)}(${sql.raw(args.join(', '))})`
}

test.for(['generic', 'custom'] as const)(
  'PostgreSQL inlines every function that returns rows for a viewer, in a %s plan',
  async (mode) => {
    const functions = await listFunctions(database.db)
    expect(functions.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'visible_people',
        'visible_posts',
        'visible_spots',
        'likes_by',
        'may_be_notified',
      ]),
    )
    const run: string[] = []
    for (const one of functions) {
      const plan = await explain(database.db, sql`select * from ${writeCall(one)}`, mode)
      if (runsTheFunction(one.name).test(plan)) run.push(one.name)
    }
    expect(run).toEqual([])
  },
)

test.for<[string, string]>([
  ['person_json(t)', 'profiles t'],
  ['media_json(t)', 'media t'],
  ['post_spot_json(t, t.created_by)', 'spots t'],
  ['spot_state(t.status, t.spot_state, t.source)', 'spots t'],
  ['photo_link_json(t.photo_url)', 'posts t'],
])('PostgreSQL inlines the expression %s', async ([expression, table]) => {
  const { rows } = await sql<Record<string, string>>`
    explain (verbose, costs off) select ${sql.raw(expression)} from ${sql.raw(table)}`.execute(database.db)
  const plan = rows.flatMap((row) => Object.values(row)).join('\n')
  expect(plan).toContain('Output: ')
  expect(plan).not.toContain(`${expression.split('(')[0]}(`)
})

test('finds a function that PostgreSQL does not inline', async () => {
  const { db } = database
  await sql`create function strict_people(viewer uuid) returns setof profiles language sql stable strict
    as 'select * from visible_people(viewer)'`.execute(db)
  const plan = await explain(db, sql`select * from strict_people($1)`, 'generic')
  await sql`drop function strict_people`.execute(db)
  expect(plan).toMatch(runsTheFunction('strict_people'))
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
    const functions = await listFunctions(one)
    await sql`set search_path = ''`.execute(one)
    for (const { name, types } of functions) {
      const args = types
        .map((type) => `null::${/^(?:notifications|posts|messages)$/.test(type) ? `public.${type}` : type}`)
        .join(', ')
      await sql.raw(`select from public.${name}(${args})`).execute(one)
    }
    await sql`reset search_path`.execute(one)
  })
})
