import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openPool } from '../../src/db/pool.ts'
import { startDatabase } from '../../src/db/start-database.ts'
import { selfSigned } from '../makers/certificate.ts'
import { startOwnCluster } from '../world/own-cluster.ts'
import { findProgram, whyMissing } from '../world/programs.ts'
import { server } from './server.ts'

const initdb = findProgram('initdb')
const PASSWORD = 'p#w/d'
const LOG = pino({ level: 'silent' })

// Migrating an empty database takes seconds; these databases are refused before that.
describe.skipIf(initdb === null)(`the operator’s own PostgreSQL${whyMissing('initdb', initdb)}`, () => {
  let cluster: Awaited<ReturnType<typeof startOwnCluster>>
  beforeAll(async () => void (cluster = await startOwnCluster(dirname(initdb ?? ''), PASSWORD)))
  afterAll(() => cluster.stop())

  const run = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const start = async (DATABASE_URL: string) =>
    startDatabase({ ...readConfig({ DATABASE_URL }), dataDir: '/nowhere' }, LOG)
  const refusal = async (address: string): Promise<string> =>
    start(address).then(
      () => 'it started',
      (error) => {
        expect(error.name, error.stack).toBe('StartRefused')
        return error.message
      },
    )
  const toDatabase = (database: string) => cluster.url.replace(/\/postgres$/, `/${database}`)
  const withDatabase = async (name: string, options: string) => {
    await run(`create database ${name} template template0 ${options}`)
    onTestFinished(() => run(`drop database ${name} with (force)`))
    return toDatabase(name)
  }

  test.for([
    ['latin1', "encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'", /latin1 is encoded in LATIN1.*needs UTF8/],
    ['sql_ascii', "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'", /is encoded in SQL_ASCII.*needs UTF8/],
    ['win1251', "encoding 'WIN1251' lc_collate 'C' lc_ctype 'C'", /is encoded in WIN1251.*needs UTF8/],
    ['euc_jp', "encoding 'EUC_JP' lc_collate 'C' lc_ctype 'C'", /is encoded in EUC_JP.*needs UTF8/],
  ] as const)(
    '%s: refused before creating a table, with the command that creates a suitable database',
    async ([name, options, line]) => {
      const address = await withDatabase(name, options)
      const answer = await refusal(address)
      expect(answer).toMatch(line)
      expect(answer).toMatch(/CREATE DATABASE nollie TEMPLATE template0 ENCODING 'UTF8'.*;$/)
      expect(answer).not.toContain('\n')
      const client = new pg.Client({ connectionString: address })
      await client.connect()
      const { rows } = await client.query(`select to_regclass('schema_steps') as steps`)
      await client.end()
      expect(rows).toEqual([{ steps: null }])
    },
  )

  test.for([
    ['plain_c', "lc_collate 'C' lc_ctype 'C'"],
    ['turkish', "locale_provider icu icu_locale 'tr-TR' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'"],
    ['lithuanian', "locale_provider icu icu_locale 'lt-LT' lc_collate 'C' lc_ctype 'C'"],
  ] as const)('%s: starts, because nothing depends on the locale', async ([name, options]) => {
    const address = await withDatabase(name, `encoding 'UTF8' ${options}`)
    expect(await refusal(address)).toBe('it started')
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    const { rows } = await client.query(
      `select nollie_normalize('Парк ПОБЕДЫ ΠΛΑΤΕΊΑ INES') = 'парк победы πλατεια ines' as is_folded`,
    )
    await client.end()
    expect(rows).toEqual([{ is_folded: true }])
  })

  test.for([
    [
      'tables of another program',
      'create table users (id int)',
      /has tables of another program.*CREATE DATABASE/,
    ],
    ['few connections', 'alter database DATABASE connection limit 3', /accepts only 3 connections of nollie/],
    [
      'another schema',
      'alter database DATABASE set search_path = nowhere',
      /\(none\).*ALTER ROLE nollie SET search_path = public/,
    ],
    [
      'strings of old versions',
      'alter database DATABASE set standard_conforming_strings = off',
      /Turn standard_conforming_strings on/,
    ],
    [
      'extensions that statements can’t find',
      'create schema extensions; create extension pg_trgm schema extensions',
      /has pg_trgm in the schema extensions.*ALTER EXTENSION/,
    ],
  ] as const)('a database with %s: refused in one line', async ([, statement, line]) => {
    const address = await withDatabase('unfit', "encoding 'UTF8'")
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    await client.query(statement.replace('DATABASE', 'unfit'))
    await client.end()
    const answer = await refusal(address)
    expect(answer).toMatch(line)
    expect(answer).not.toContain('\n')
  })

  test('a schema with the name of the user: refused in one line with a remedy that works', async () => {
    await run(`create role "ops-1" login password 'ops'`)
    onTestFinished(() => run('drop role "ops-1"'))
    const url = await withDatabase('own_schema', 'encoding \'UTF8\' owner "ops-1"')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create schema "ops-1" authorization "ops-1"; alter schema public owner to nollie')
    const address = url.replace(/nollie:[^@]+@/, 'ops-1:ops@')
    expect(await refusal(address)).toMatch(/schema ops-1;.*: ALTER ROLE "ops-1" SET search_path = public;$/)
    await client.query('alter role "ops-1" set search_path = public')
    expect(await refusal(address)).toMatch(/permission denied for schema public.*ALTER SCHEMA public OWNER/)
    await client.query('alter schema public owner to "ops-1"')
    await client.end()
    expect(await refusal(address)).toBe('it started')
  })

  // A member of a team that reads reports in a client may have set these for everyone.
  const SETTINGS = {
    datestyle: `'German'`,
    intervalstyle: `'iso_8601'`,
    bytea_output: `'escape'`,
    extra_float_digits: '-10',
    idle_session_timeout: '1',
    default_transaction_isolation: `'serializable'`,
    transform_null_equals: 'on',
    timezone: `'Asia/Kolkata'`,
    statement_timeout: '1',
    lock_timeout: '1',
    idle_in_transaction_session_timeout: '1',
    synchronous_commit: 'remote_apply',
    client_min_messages: 'error',
    row_security: 'off',
  }

  test('a database with settings for people: starts, and every value is read the way it was written', async () => {
    const address = await withDatabase('reports', "encoding 'UTF8'")
    await run(
      ...Object.entries(SETTINGS).map(([name, value]) => `alter database reports set ${name} = ${value}`),
    )
    expect(await refusal(address)).toBe('it started')
    const pool = openPool(address)
    onTestFinished(() => pool.end())
    const { rows } = await pool.query(
      `select timestamptz '2026-11-28 13:00:00.123+02' as at, 52.520006599::float8 as latitude, '\\x00ff'::bytea as bytes,
         (interval '1 day 02:00')::text as span, (null = null) is null as is_unknown,
         current_setting('transaction_isolation') as isolation, current_setting('idle_session_timeout') as idle`,
    )
    expect(rows).toEqual([
      {
        at: '2026-11-28T11:00:00.123Z',
        latitude: 52.520006599,
        bytes: Buffer.from([0, 255]),
        span: '1 day 02:00:00',
        is_unknown: true,
        isolation: 'read committed',
        idle: '0',
      },
    ])
  })

  test('tables of another user, as after a restore: refused in one line with the remedy', async () => {
    await run(`create role heir login password 'heir'`)
    onTestFinished(() => run('drop role heir'))
    const address = await withDatabase('restored', "encoding 'UTF8'")
    expect(await refusal(address)).toBe('it started')
    await run('alter database restored owner to heir')
    const answer = await refusal(address.replace(/nollie:[^@]+@/, 'heir:heir@'))
    expect(answer).toMatch(/permission denied for table .*REASSIGN OWNED BY/)
    expect(answer).toMatch(/^[^\n]+$/)
  })

  test('options in the address never replace options of the program', async () => {
    const options = encodeURIComponent('-c statement_timeout=7 -c geqo=off')
    const pool = openPool(`${cluster.url}?options=${options}`, { statementTimeoutMs: 5000 })
    onTestFinished(() => pool.end())
    const { rows } = await pool.query(
      `select current_setting('statement_timeout') as most, current_setting('geqo') as geqo, current_setting('timezone') as zone`,
    )
    expect(rows).toEqual([{ most: '5s', geqo: 'off', zone: 'UTC' }])
  })

  test('an IPv6 address can be in a parameter', async () => {
    const other = new URL(cluster.url)
    const { username, password, port } = other
    const message = await refusal(`postgres:///x?host=::1&port=${port}&user=${username}&password=${password}`)
    // The test's cluster listens on IPv4 only; the refusal names the address.
    expect(message).toMatch(/@\[::1\]:\d+\/x\) can't be used: .*(::1|does not exist)/)
  })

  test('the command in the refusals creates a database that works', async () => {
    const options = "encoding 'UTF8' locale_provider libc locale 'C.UTF-8' owner nollie"
    expect(await refusal(await withDatabase('fit', options))).toBe('it started')
  })

  test('TLS: for an unknown authority, prints one line with a remedy, which works', async () => {
    const address = `${(await withDatabase('encrypted', "encoding 'UTF8'")).replace('127.0.0.1', 'localhost')}?sslmode=require`
    const refused = await server({ DATABASE_URL: address, DATA_DIR: join(cluster.folder, 'none') })
    expect(await refused.ended).toBe(1)
    expect(refused.output.err).toMatch(
      /^Nollie can't start:\n {2}The database \(.*\) can't be used: its certificate is signed by an unknown authority.*\?sslrootcert=FILE.*\n$/,
    )
    expect(refused.output.out).toBe('')
    expect(await refusal(`${address}&sslrootcert=${cluster.certificateFile}`)).toBe('it started')
    const other = address.replace('localhost', '127.0.0.1')
    expect(await refusal(`${other}&sslrootcert=${cluster.certificateFile}`)).toMatch(
      /its certificate is for a different host name/,
    )
  })

  test.for([
    ['sslmode=verify-full', /its certificate is signed by an unknown authority.*\?sslrootcert=FILE/],
    ['sslmode=verify-ca', /its certificate is signed by an unknown authority.*\?sslrootcert=FILE/],
    ['sslmode=require&sslrootcert=OTHER', /its certificate is signed by an unknown authority/],
    ['sslmode=require&sslrootcert=/nowhere/ca.crt', /\/nowhere\/ca\.crt/],
  ] as const)('TLS: for %s, prints one line without a password', async ([parameters, line]) => {
    const { certificate } = selfSigned('localhost')
    const other = join(cluster.folder, 'other.crt')
    writeFileSync(other, new X509Certificate(Buffer.from(certificate, 'base64')).toString())
    const address = cluster.url.replace('127.0.0.1', 'localhost')
    const answer = await refusal(`${address}?${parameters.replace('OTHER', other)}`)
    expect(answer).toMatch(line)
    expect(answer).toMatch(/^[^\n]+$/)
    expect(answer).not.toContain(encodeURIComponent(PASSWORD))
  })

  test('TLS: for a server without it, prints one line with the remedy', async () => {
    const switchTls = (value: string) => run(`alter system set ssl = ${value}`, 'select pg_reload_conf()')
    await switchTls('off')
    onTestFinished(() => switchTls('on'))
    const address = `${cluster.url.replace('127.0.0.1', 'localhost')}?sslmode=require`
    const line = /can't be used: it doesn't offer TLS\. Turn ssl on[^\n]*$/
    await expect.poll(() => refusal(address)).toMatch(line)
  })

  test('a socket can be specified by its folder, in both of libpq’s notations', async () => {
    await withDatabase('local', "encoding 'UTF8'")
    const { folder, port } = cluster
    const login = `nollie:${encodeURIComponent(PASSWORD)}`
    for (const address of [
      `postgres://${login}@/local?host=${folder}&port=${port}`,
      `postgresql:///local?host=${folder}&port=${port}&user=nollie&password=${encodeURIComponent(PASSWORD)}`,
    ]) {
      const { where, stop } = await start(address)
      expect(where).toContain('/local')
      await stop()
    }
  })

  test('for missing rights and a wrong password, prints one line with the remedy', async () => {
    const address = await withDatabase('foreign_', "encoding 'UTF8'")
    await run(`create role guest login password 'guest'`)
    onTestFinished(() => run('drop role guest'))
    const as = (login: string) => address.replace(/nollie:[^@]+@/, `${login}@`)
    expect(await refusal(as('guest:guest'))).toMatch(/permission denied.*(ALTER DATABASE|CREATE EXTENSION)/)
    expect(await refusal(as('nollie:wrong'))).toMatch(/password authentication failed.*percent-encoded/)
    await run(`alter database foreign_ set default_transaction_read_only = on`)
    expect(await refusal(address)).toMatch(/is read-only/)
  })
  // The driver leaves this connection open until the process exits.
  test('for a missing password, prints one line with the remedy', async () => {
    const DATABASE_URL = cluster.url.replace(/nollie:[^@]+@/, 'nollie@')
    const refused = await server({ DATABASE_URL, DATA_DIR: join(cluster.folder, 'none') })
    expect(await refused.ended).toBe(1)
    expect(refused.output.err).toMatch(
      /^Nollie can't start:\n {2}.* it asks for a password\. Check user .*\n$/,
    )
  })
})
