import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../test/world/database.ts'
import { migrate } from './migrate.ts'
import { BASELINE, migrations } from './migrations/index.ts'

type Step = { up: (db: Kysely<never>) => Promise<void> }
const names = Object.keys(migrations)

function runs(statement: string): Step {
  return { up: async (db) => void (await sql.raw(statement).execute(db)) }
}

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function fresh() {
  const { url, close } = await emptyDatabase()
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  closers.push(async () => {
    await client.end()
    await close()
  })
  const ask = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows.flat()
  return { url, ask }
}

function listTables(ask: (text: string) => Promise<unknown[]>) {
  return ask(`select tablename from pg_tables where schemaname = 'public' order by 1`)
}

test('an empty database gets every migration in order, and a second start runs none', async () => {
  const { url } = await fresh()
  expect(await migrate(url)).toEqual(names)
  expect(await migrate(url)).toEqual([])
})

test('of three programs that start together, one migrates, the others wait, and all continue', async () => {
  const { url, ask } = await fresh()
  const done = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(done.flat().sort()).toEqual([...names].sort())
  expect(await ask('select name from schema_steps order by name')).toEqual(names)
})

test('a failing migration rolls back, along with earlier ones from the same start', async () => {
  const { url, ask } = await fresh()
  await migrate(url, { '001_a': runs('create table a (id int)') })
  const more = {
    '001_a': runs('create table a (id int)'),
    '002_b': runs('create table b (id int)'),
    '003_c': runs('create table c (id int); select 1 / 0'),
  }
  await expect(migrate(url, more)).rejects.toThrow('division by zero')
  expect(await listTables(ask)).toEqual(['a', 'schema_lock', 'schema_steps'])
  expect(await migrate(url, { ...more, '003_c': runs('create table c (id int)') })).toEqual([
    '002_b',
    '003_c',
  ])
})

test('an older program refuses a newer schema with a one-line message, and changes nothing', async () => {
  const { url, ask } = await fresh()
  await migrate(url, { '001_a': runs('create table a (id int)'), '002_b': runs('create table b (id int)') })
  const refusal = migrate(url, { '001_a': runs('create table a (id int)') })
  await expect(refusal).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/newer version.*002_b/),
  })
  expect(await listTables(ask)).toEqual(['a', 'b', 'schema_lock', 'schema_steps'])
})

test('refuses a database from before the baseline with instructions, and changes nothing', async () => {
  const { url, ask } = await fresh()
  await migrate(url, {
    '001_accounts': runs('create table a (id int)'),
    '002_media': runs('create table b (id int)'),
  })
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'StartRefused',
    message:
      "The database was made by a version of Nollie from before 001_baseline, which this version can't update. " +
      'Start that version, or this one with an empty database and data directory.',
  })
  expect(await listTables(ask)).toEqual(['a', 'b', 'schema_lock', 'schema_steps'])
})

test('a program killed with -9 during any migration leaves nothing half-done, and the next start completes it', async () => {
  const { url, ask } = await fresh()
  const program = fileURLToPath(new URL('../../test/world/migrate-slowly.ts', import.meta.url))
  for (const files of [0, 2, BASELINE.length]) {
    const child = spawn(process.execPath, [program, url, String(files)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect((await listTables(ask)).filter((name) => !String(name).startsWith('schema_'))).toEqual([])
  }
  expect(await migrate(url)).toEqual(names)
})
