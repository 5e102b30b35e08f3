import { getAuthTables } from 'better-auth/db'
import { getMigrations } from 'better-auth/db/migration'
import { CamelCasePlugin, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/world/database.ts'
import { addAccount } from '../account/accounts.queries.ts'
import { authOptions, inTransaction, makeAuth } from './better-auth.ts'
import { Passwords } from '../sign-in/password-hash.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const deps = () => ({
  db: database.db,
  secret: 'a secret of at least thirty-two characters',
  publicUrl: new URL('http://localhost:3000'),
  passwords: new Passwords(),
  log: { error: (message: string) => console.error(message) },
  admit: async () => ({ aal: 1, amr: 'password' }),
})

test("our tables match better-auth's schema", async () => {
  const options = authOptions(deps())
  const db = database.db.withPlugin(new CamelCasePlugin()) as never
  const { toBeCreated, toBeAdded } = await getMigrations({ ...options, database: { db, type: 'postgres' } })
  expect(toBeCreated).toEqual([])
  // We compare the columns ourselves, because better-auth's own check expects camelCase names.
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public'`.execute(database.db)
  const there = new Set(rows.map(({ column }) => column))
  const wanted = Object.values(getAuthTables(options)).flatMap(({ modelName, fields }) =>
    Object.entries(fields).map(
      ([name, { fieldName }]) =>
        `${modelName}.${(fieldName ?? name).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    ),
  )
  expect(wanted.length).toBeGreaterThan(25)
  expect(wanted.filter((column) => !there.has(column))).toEqual([])
  expect(toBeAdded.flatMap(({ table }) => table).every((table) => /s$/.test(table))).toBe(true)
})

test('better-auth joins our transaction, and is rolled back with it', async () => {
  const auth = makeAuth(deps())
  const id = uuidv7()
  const account = {
    id,
    account_id: uuidv7(),
    email: 'tx@example.com',
    username: 'tx_tx',
    display_username: 'tx_tx',
    terms_accepted_at: null,
    terms_version: null,
  }
  await database.db.transaction().execute((tx) => addAccount(tx, { ...account, password: 'x' }))
  const value = { identifier: 'reset-password:one', value: id, expiresAt: new Date(Date.now() + 60_000) }
  const { internalAdapter } = await auth.$context
  await internalAdapter.createVerificationValue(value)
  const useUp = (fail: boolean) =>
    database.db.transaction().execute(async (tx) => {
      const found = await inTransaction(auth, tx, (internals) =>
        internals.consumeVerificationValue(value.identifier),
      )
      if (fail) throw new Error('afterwards')
      return found
    })
  await expect(useUp(true)).rejects.toThrow('afterwards')
  expect(await useUp(false)).toMatchObject({ value: id, expiresAt: expect.any(Date) })
  expect(await useUp(false)).toBeNull()
})

test('session tokens that better-auth writes and reads are stored as hashes', async () => {
  const auth = makeAuth(deps())
  const { internalAdapter } = await auth.$context
  const user = await internalAdapter.findUserByEmail('tx@example.com')
  const session = await internalAdapter.createSession(user?.user.id ?? '')
  const row = await database.db.selectFrom('sessions').select('token').executeTakeFirstOrThrow()
  expect(row.token).not.toBe(session.token)
  expect(await internalAdapter.findSession(row.token)).toBeNull()
  const found = await internalAdapter.findSession(session.token)
  expect(found?.session).toMatchObject({ token: session.token, expiresAt: expect.any(Date) })
  expect(found?.user.email).toBe('tx@example.com')
  await internalAdapter.deleteSession(session.token)
  expect(await internalAdapter.findSession(session.token)).toBeNull()
})
