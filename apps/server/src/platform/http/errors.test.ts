import type { FastifyError } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/world/database.ts'
import { toRefusal } from './errors.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a query on a broken connection is refused as unavailable, not as an internal error', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // The first error may be followed by another one.
  const broken = new Promise((resolve) => client.on('error', resolve))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
  await broken
  const refused = await client.query('select 1').catch((error: FastifyError) => toRefusal(error))
  expect(refused).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
  await client.end()
  const closed = await client.query('select 1').catch((error: FastifyError) => toRefusal(error))
  expect(closed).toMatchObject({ code: 'UNAVAILABLE' })
})

test('a deadlock is refused as unavailable, and says when to try again', async () => {
  const [first, second] = [1, 2].map((key) => sql`select pg_advisory_xact_lock(${sql.lit(key)})`)
  if (!first || !second) throw new Error('no locks')
  let begin = () => {}
  const bothHold = new Promise<void>((resolve) => (begin = resolve))
  let holding = 0
  const run = (one: typeof first, other: typeof first) =>
    database.db
      .transaction()
      .execute(async (tx) => {
        await one.execute(tx)
        holding += 1
        if (holding === 2) begin()
        await bothHold
        await other.execute(tx)
      })
      .catch((error: FastifyError) => toRefusal(error))
  const ended = await Promise.all([run(first, second), run(second, first)])
  expect(ended.filter(Boolean)).toEqual([expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: 2 })])
})

test('a row for a session that has ended meanwhile is refused like a request without a session', async () => {
  const id = '01890000-0000-7000-8000-000000000000'
  const add = database.db
    .insertInto('sign_in_codes')
    .values({
      id,
      email: 'ada@example.com',
      challenge: null,
      creates_account: false,
      next: null,
      session_id: id,
      expires_at: new Date().toISOString(),
    })
    .execute()
  const error = await add.catch((thrown: FastifyError) => thrown)
  expect(toRefusal(error as FastifyError)).toMatchObject({ code: 'SESSION_MISSING' })
})
