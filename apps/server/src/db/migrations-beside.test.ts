import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { server } from '../../test/process/server.ts'
import { surroundings } from '../../test/process/surroundings.ts'
import { migrate, type Steps } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { until } from '../../test/world/until.ts'

function runs(statement: string) {
  return {
    up: async (db: Kysely<unknown>) => void (await sql.raw(statement).execute(db)),
  }
}

const EXPANDED: Steps = {
  ...migrations,
  '900_expand_tags': runs(
    'alter table spots add column tags text; create table tags (name text primary key)',
  ),
  '901_backfill_tags': runs(`update spots set tags = ''`),
}

// Nothing is released yet, so this program plays the role of the previous release, and the next release's changes are
// made up.
test('the previous release can start, read, and write with an expanded schema, but not with a contracted one', async () => {
  const { env: own } = await surroundings()
  const url = own.DATABASE_URL
  expect(await migrate(url, EXPANDED)).toEqual(Object.keys(EXPANDED))
  const env = { ...own, SECRET: 'x'.repeat(32) }
  const it = await server(env)
  await it.ready()
  const signUp = await fetch(`${it.url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: it.url },
    body: JSON.stringify({ username: 'ada', email: 'ada@example.org', password: 'Correct-Horse-9-Battery' }),
  })
  expect(signUp.status).toBe(202)
  expect((await fetch(`${it.url}/api/map?z=3&x0=0&x1=3&y0=0&y1=3`)).status).toBe(200)
  await it.stop()
  await migrate(url, { ...EXPANDED, '902_contract_names': runs('drop table tags') })
  const late = await server({ ...env, DATA_DIR: `${env.DATA_DIR}-late` })
  expect(await late.ended).toBe(1)
  expect(late.output.err).toMatch(/newer version of Nollie \(it has .*902_contract_names/)
})

test('a migration that waits for a lock lets others go first, and runs once it gets the lock', async () => {
  const { env, client } = await surroundings()
  const url = env.DATABASE_URL
  await migrate(url, { '001_a': runs('create table a (id int)') })
  await client.query('begin; select * from a')
  const steps = { '001_a': runs(''), '002_expand_b': runs('alter table a add column b int') }
  const migrating = migrate(url, steps, { lockWaitMs: 200 })
  // If the migration were still waiting, this would block until the transaction above ends.
  const other = new pg.Client({ connectionString: url, options: '-c statement_timeout=60000' })
  await other.connect()
  onTestFinished(() => other.end())
  for (let i = 0; i < 10; i += 1) {
    await other.query('select * from a')
    await sleep(100)
  }
  await client.query('commit')
  expect(await migrating).toEqual(['002_expand_b'])
  await client.query('begin; select * from a')
  const never = migrate(
    url,
    { ...steps, '003_expand_c': runs('alter table a add column c int') },
    {
      lockWaitMs: 100,
      patienceMs: 300,
    },
  )
  await expect(never).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining('locked'),
  })
})

test('rows change in batches while others write; a killed start loses none, and the next one continues', async () => {
  const { env, client } = await surroundings()
  const url = env.DATABASE_URL
  await client.query(
    'create table rows_to_fill as select n, false as is_filled from generate_series(1, 300) n',
  )
  const program = fileURLToPath(new URL('../../test/world/backfill-slowly.ts', import.meta.url))
  const child = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const filled = async (): Promise<number> => {
    const { rows } = await client.query<{ n: string }>(
      'select count(*) as n from rows_to_fill where is_filled',
    )
    return Number(rows[0]?.n)
  }
  await until(async () => expect(await filled()).toBeGreaterThanOrEqual(50), {
    interval: 5,
  })
  child.kill('SIGKILL')
  await once(child, 'exit')
  const before = await filled()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(300)
  await client.query('insert into rows_to_fill values (301, false)')
  const { STEPS } = await import('../../test/world/backfill-slowly.ts')
  expect(await migrate(url, STEPS)).toEqual(['002_backfill_rows', '003_expand_more'])
  expect(await filled()).toBe(301)
})

/** Statements that would break the previous release or lock a table for a long time. */
const HARMS = [
  /\b(?:drop|rename|truncate)\b/i,
  /alter\s+column\s+\S+\s+(?:type|set\s+not\s+null)/i,
  // Matches a column that old programs don't fill.
  /add\s+column(?![^,]*\bdefault\b)[^,]*\bnot\s+null/i,
]

/** A check that is dropped and added again in the same file, which is harmless and the only way to widen a check. */
const REPLACED_CHECK = /drop\s+constraint\s+(\w+)\s*;(?=[\s\S]*\badd\s+constraint\s+\1\s+check\b)/gi

function findHarms(name: string, text: string): string[] {
  if (name.includes('_contract_')) return []
  return text
    .replaceAll(REPLACED_CHECK, '')
    .split(';')
    .filter((statement) => HARMS.some((harm) => harm.test(statement)))
}

test('migrations after the baseline name their kind, and only contracting ones break the previous release', () => {
  expect(findHarms('002_expand_x', 'alter table a drop column b')).toHaveLength(1)
  expect(findHarms('002_expand_x', 'alter table a add column b text not null')).toHaveLength(1)
  expect(findHarms('002_expand_x', `alter table a add column b text not null default ''`)).toEqual([])
  expect(findHarms('002_backfill_x', 'update a set b = c where c is not null')).toEqual([])
  expect(findHarms('003_contract_x', 'alter table a drop column b')).toEqual([])
  const drops = 'alter table a drop constraint b_check;'
  expect(findHarms('002_expand_x', drops)).toHaveLength(1)
  expect(
    findHarms('002_expand_x', `${drops} alter table a add constraint c_check check (d > 0)`),
  ).toHaveLength(1)
  expect(findHarms('002_expand_x', `${drops} alter table a add constraint b_check check (b > 0)`)).toEqual([])
  const later = Object.keys(migrations).slice(1)
  expect(later.filter((name) => !/^\d{3}_(?:expand|backfill|contract)_[a-z0-9_]+$/.test(name))).toEqual([])
  const readMigration = (name: string) =>
    readFileSync(new URL(`./migrations/${name}.sql`, import.meta.url), 'utf8')
  expect(later.flatMap((name) => findHarms(name, readMigration(name)))).toEqual([])
})
