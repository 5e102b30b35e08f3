import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/world/database.ts'
import { type Db, openDatabase } from './open.ts'
import { preparedStatement } from './prepared.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase(database.url, { max: 1 })
})
afterAll(async () => {
  await db.destroy()
  await database.close()
})

async function known(of = db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_prepared_statements where name like 'doubled%'`.execute(of)
  return rows.map(({ name }) => name)
}

function doubled(times: number) {
  return preparedStatement<{ n: number }>('doubled', () => sql`select $1::int * ${sql.lit(times)} as n`)
}

test('plans a statement once; a different text with the same name is a different statement', async () => {
  const [two, three] = [doubled(2), doubled(3)]
  for (const n of [1, 2, 3]) {
    expect(await two(db, [n])).toEqual([{ n: 2 * n }])
    expect(await three(db, [n])).toEqual([{ n: 3 * n }])
  }
  expect(await known()).toHaveLength(2)
})

// Simulates a transaction-mode pooler: each transaction gets a different session.
test('behind a pooler that changes sessions, statements still work, but are unnamed from then on', async () => {
  const two = doubled(2)
  await two(db, [1])
  await sql`deallocate all`.execute(db)
  expect(await two(db, [4])).toEqual([{ n: 8 }])
  expect(await db.transaction().execute((tx) => two(tx, [5]))).toEqual([{ n: 10 }])
  expect(await doubled(5)(db, [1])).toEqual([{ n: 5 }])
  expect(await known()).toEqual([])
  // A pool that isn't behind a pooler still plans each statement only once.
  const direct = openDatabase(database.url, { max: 1 })
  onTestFinished(() => direct.destroy())
  await two(direct, [6])
  expect(await known(direct)).toHaveLength(1)
})

test("no connection uses JIT compilation, regardless of the server's setting", async () => {
  const { rows } = await sql<{ setting: string; source: string }>`
    select setting, source from pg_settings where name = 'jit'`.execute(db)
  expect(rows).toEqual([{ setting: 'off', source: 'client' }])
})
