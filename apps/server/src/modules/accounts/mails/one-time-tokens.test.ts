import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../db/open.ts'
import { type TestDatabase, testDatabase } from '../../../../test/world/database.ts'
import {
  insertDeletionToken,
  insertNotMeToken,
  insertResetToken,
  takeToken,
} from './one-time-tokens.queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

function inTransaction<T>(work: (tx: Tx) => Promise<T>) {
  return database.db.transaction().execute(work)
}

function take(token: string) {
  return inTransaction((tx) => takeToken(tx, 'reset-password', token))
}

test('a token works once, and for its purpose only', async () => {
  const user_id = uuidv7()
  const token = await insertResetToken(database.db, user_id)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await inTransaction((tx) => takeToken(tx, 'leave', token))).toBeNull()
  expect(await inTransaction((tx) => takeToken(tx, 'not-me', token))).toBeNull()
  expect(await take(token)).toBe(user_id)
  expect(await take(token)).toBeNull()
  for (const other of [
    await insertDeletionToken(database.db, user_id),
    await insertNotMeToken(database.db, user_id),
  ])
    expect(await take(other)).toBeNull()
})

test('a token stays valid if the transaction that used it is rolled back', async () => {
  const token = await insertResetToken(database.db, uuidv7())
  const failing = inTransaction(async (tx) => {
    expect(await takeToken(tx, 'reset-password', token)).not.toBeNull()
    throw new Error('afterwards')
  })
  await expect(failing).rejects.toThrow('afterwards')
  expect(await take(token)).not.toBeNull()
})

test('of many concurrent uses, one succeeds', async () => {
  const token = await insertResetToken(database.db, uuidv7())
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(token)))
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('an expired token is invalid, and nothing in the table is a token', async () => {
  const token = await insertResetToken(database.db, uuidv7())
  const rows = await database.db.selectFrom('verifications').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  for (const { identifier } of rows) expect(await take(identifier)).toBeNull()
  // The column rounds to milliseconds, so `now()` can be up to half a millisecond ahead.
  await database.db
    .updateTable('verifications')
    .set({ expires_at: sql<string>`now() - interval '1 millisecond'` })
    .execute()
  expect(await take(token)).toBeNull()
})
