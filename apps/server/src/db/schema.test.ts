import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/world/database.ts'
import { schemaText } from '../../test/world/schema-text.ts'
import { BASELINE } from './migrations/index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('runs every file of the baseline', () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations/001_baseline'))
  expect(files.toSorted()).toEqual(BASELINE.map((noun) => `${noun}.sql`).toSorted())
})

test('every table, function, and trigger has a comment', async () => {
  // Excludes extension functions and the migrator's tables, which aren't ours.
  const { rows } = await sql<{ name: string }>`
    with ours (classid, oid, name) as (
      select 'pg_class'::regclass, oid, 'table ' || relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema\\_%'
      union all
      select 'pg_proc'::regclass, oid, 'function ' || proname from pg_proc
        where pronamespace = 'public'::regnamespace
      union all
      select 'pg_trigger'::regclass, t.oid, 'trigger ' || tgname from pg_trigger t join pg_class c on c.oid = tgrelid
        where c.relnamespace = 'public'::regnamespace and not tgisinternal
    )
    select name from ours
    where coalesce(obj_description(oid, classid::regclass::text), '') = ''
      and not exists (select from pg_depend d where d.objid = ours.oid and d.deptype = 'e')
    order by name`.execute(database.db)
  expect(rows.map(({ name }) => name)).toEqual([])
})

test('refuses an account without a profile when its transaction ends', async () => {
  const alone = sql`insert into users (id, name, email, username)
    values (gen_random_uuid(), 'Alone', 'alone@nollie.example', 'alone')`
  await expect(alone.execute(database.db)).rejects.toMatchObject({ constraint: 'users_have_profile' })
})

test('schema.sql is the result of the migrations (`npm run schema` rewrites it)', async () => {
  await expect(await schemaText(database.db)).toMatchFileSnapshot('../../schema.sql')
})
