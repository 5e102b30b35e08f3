import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../src/db/open.ts'
import type { TestApp } from './app.ts'
import { PASSING } from './modules.ts'
import { until } from './until.ts'

/** A string in everything the person writes, and in their names and email addresses. */
export const CANARY = 'cnry'

/** Where the canary may remain after the account and its content are deleted (`table.column` or folder), and why. */
export const STAYS: Readonly<Record<string, string>> = {
  'spots.name': 'a spot where others posted is kept, with its name and location (decision 0024)',
  'spots.address': 'the same',
  'spots.city': 'the same',
  'spots.state': 'the same',
  'spots.country': 'the same',
  'spots.postal_code': 'the same',
  'spots.search_name': 'the same, folded',
  'spots.search_text': 'the same, folded',
  'spots.search_place': 'the same, folded',
  'reports.description': 'reports are kept for moderators, and name no one (decision 0024)',
  'report_cases.words': 'the same for cases about the person (decision 0024)',
  outbox: 'without a mail server: the latest emails, for 30 days (decision 0024)',
}

/** Returns the columns, as `table.column`, that contain the canary in any row. */
export async function columnsWithCanary(db: Db): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(db)
  if (tables.rows.length < 50) throw new Error(`only ${tables.rows.length} tables were found`)
  const places = new Set<string>()
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ key: string; value: string }>`
      select field.key, min(field.value) as value
      from ${sql.table(`${schema}.${name}`)} t cross join lateral jsonb_each_text(to_jsonb(t)) field
      where field.value ilike ${`%${CANARY}%`} group by field.key`.execute(db)
    for (const { key } of rows) places.add(`${schema === 'public' ? '' : `${schema}.`}${name}.${key}`)
  }
  return [...places].toSorted()
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

function hasCanary(file: string): boolean {
  return `${file} ${readFileSync(file, 'latin1')}`.toLowerCase().includes(CANARY)
}

/**
 * Returns the files and top-level folders in `dataDir`, other than `except`, that have the canary in a file or a name.
 */
export function foldersWithCanary(dataDir: string, except: readonly string[] = []): string[] {
  const names = readdirSync(dataDir).filter((name) => !except.includes(name))
  return names
    .filter((name) => {
      const path = join(dataDir, name)
      return (statSync(path).isDirectory() ? filesIn(path) : [path]).some((file) => hasCanary(file))
    })
    .toSorted()
}

/** Makes all rows with limited retention a number of days older. */
export async function age({ db }: TestApp, days: number): Promise<void> {
  const passing = PASSING.map(({ name }) => name)
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type like 'timestamp%' and is_generated = 'NEVER'
      and table_name = any (${passing}) and table_name not in ('spots', 'media')
    union all values ('jobs.job', 'completed_on'), ('jobs.queue', 'maintain_on')`.execute(db)
  for (const { table, column } of rows)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(days => ${days})`.execute(
      db,
    )
}

async function jobsLeft({ db }: TestApp, state: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from jobs.job where name not like '\\_\\_%' and ${state}`.execute(db)
  if (Number(rows[0]?.n) !== 0) throw new Error(`${rows[0]?.n} jobs are left`)
}

/** Waits until all jobs are done. */
export function quiet(app: TestApp): Promise<void> {
  return until(() => jobsLeft(app, sql`state < 'completed'`), { timeout: 120_000 })
}

/** Runs every scheduled job until even the queue's own tables are empty. */
export async function cleanUp(app: TestApp): Promise<void> {
  for (const name of app.jobs.timers) await app.jobs.runTimer(name)
  await until(() => jobsLeft(app, sql`completed_on < now() - interval '1 day'`), {
    timeout: 120_000,
    interval: 500,
  })
}
