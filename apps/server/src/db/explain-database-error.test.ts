import pg from 'pg'
import { expect, test } from 'vitest'
import { explainDatabaseError, explainLostDatabase } from './explain-database-error.ts'

function databaseError(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
}

test.for([
  [
    '28000',
    'pg_hba.conf rejects connection for host "h", user "u", database "d", no encryption',
    /sslmode=verify-full/,
  ],
  ['28P01', 'password authentication failed for user "u"', /percent-encoded/],
  ['42P07', 'relation "users" already exists', /tables of another program.*CREATE DATABASE/],
  ['42501', 'permission denied for table schema_steps', /another user.*REASSIGN OWNED BY/],
  ['42501', 'must be owner of table posts', /another user.*REASSIGN OWNED BY/],
  ['42501', 'permission denied for schema public', /ALTER DATABASE nollie OWNER.*ALTER SCHEMA public OWNER/],
  ['53300', 'too many connections for role "u"', /Raise its limit/],
  ['42883', 'function f() does not exist', /\(SQLSTATE 42883\)$/],
] as const)('explains %s, %s', ([code, message, line]) => {
  const explained = explainDatabaseError(databaseError(code, message), 'PostgreSQL at h') as Error
  expect(explained.name).toBe('StartRefused')
  expect(explained.message).toMatch(/^The database \(PostgreSQL at h\) can't be used: [^\n]*$/)
  expect(explained.message).toMatch(line)
})

test.for(['Connection terminated due to connection timeout', 'Connection terminated unexpectedly'])(
  'after "%s", asks whether PostgreSQL answers there',
  (message) => {
    expect((explainDatabaseError(new Error(message), 'h') as Error).message).toMatch(/Check host and port/)
  },
)

test('after the database has started, explains only that it failed, and no bugs', () => {
  const bug = databaseError('42601', 'syntax error')
  expect(explainLostDatabase(bug, 'h')).toBe(bug)
  const unreachable = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(explainLostDatabase(unreachable, 'h')).toBe(unreachable)
  expect(explainLostDatabase(databaseError('57P01', 'terminating'), 'h')).toMatchObject({
    name: 'StartRefused',
  })
})
