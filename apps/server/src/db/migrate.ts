import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { withSessionOptions } from '../platform/session-options.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { migrations as ours } from './migrations/index.ts'
import type { Step, Steps } from './migrations/steps.ts'
import { requireKnownSteps } from './refuse-other-versions.ts'
import { requireFitDatabase } from './require-fit-database.ts'

export type { Steps } from './migrations/steps.ts'

/** How long a migration waits for a lock while other queries wait behind it. After that, it lets them go first. */
const LOCK_WAIT_MS = 3_000
/** How long to retry. */
const PATIENCE_MS = 600_000
const RETRY_MS = 500
const BATCH_PAUSE_MS = 20

/** Whether older programs that don't know a migration can run after it, according to its name. */
function isCompatible(name: string): boolean {
  return /^\d{3}_(expand|backfill)_/.test(name)
}

/** The lock timeout, and how long to retry. */
export type Patience = { lockWaitMs?: number; patienceMs?: number }

/**
 * Migrates the schema at `url` to this program's version and returns the names of the migrations that ran. All
 * migrations between two batched ones run in one transaction. An interrupted start leaves the schema unchanged or at a
 * committed batch, and the next start continues. Programs that start at the same time wait for the first; those already
 * running aren't stopped.
 * @throws StartRefused for a schema from a newer version or from before the baseline, for an old PostgreSQL, and if
 * other programs don't release their locks
 */
export async function migrate(
  url: string,
  steps: Steps = ours,
  { lockWaitMs = LOCK_WAIT_MS, patienceMs = PATIENCE_MS }: Patience = {},
): Promise<string[]> {
  // One connection without a time limit, because indexing a large table takes a long time. The server checks every
  // second whether the client is alive, so that a killed start doesn't delay the next one.
  const pool = new pg.Pool({
    ...withSessionOptions(
      url,
      `-c client_connection_check_interval=1000 -c statement_timeout=0 -c lock_timeout=${lockWaitMs} -c idle_in_transaction_session_timeout=0`,
    ),
    max: 1,
    connectionTimeoutMillis: 10_000,
    application_name: `nollie migrate ${process.pid}`,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const until = Date.now() + patienceMs
  const done: string[] = []
  try {
    await requireFitDatabase(db)
    await endTransactionLimit(db)
    for (;;) {
      const [next, ...later] = await missingSteps(db, steps)
      if (next === undefined) return done
      const { batch } = steps[next] ?? {}
      const run = batch ? [next] : [next, ...later.slice(0, indexOfBatch(later, steps))]
      try {
        if (batch) await runBatches(db, batch)
        done.push(...(await runSteps(db, steps, run)))
      } catch (error) {
        await waitForOthers(error, until)
      }
    }
  } finally {
    await db.destroy()
  }
}

// Only PostgreSQL 17 and newer have this setting, so that it can't be an option of the connection.
async function endTransactionLimit(db: Kysely<unknown>): Promise<void> {
  await sql`select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`.execute(
    db,
  )
}

function indexOfBatch(names: readonly string[], steps: Steps): number {
  const index = names.findIndex((name) => steps[name]?.batch)
  return index === -1 ? names.length : index
}

async function runBatches(db: Kysely<unknown>, batch: NonNullable<Step['batch']>): Promise<void> {
  while ((await batch(db)) > 0) await sleep(BATCH_PAUSE_MS)
}

async function runSteps(db: Kysely<unknown>, steps: Steps, run: readonly string[]): Promise<string[]> {
  const last = run.at(-1) ?? ''
  // Earlier migrations have run; the migrator must not see later ones yet.
  const known = Object.fromEntries(Object.entries(steps).filter(([name]) => name <= last))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    migrationTableName: 'schema_steps',
    migrationLockTableName: 'schema_lock',
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    // Another program may have run more migrations while this one waited.
    const missing = await missingSteps(db, steps)
    if (!missing.includes(last)) return []
    throw error
  }
  return results.map((step) => step.migrationName)
}

// A lock wasn't released in time, so queries that waited behind us go first.
async function waitForOthers(error: unknown, until: number): Promise<void> {
  if ((error as { code?: string }).code !== '55P03') throw error
  if (Date.now() > until)
    throw new StartRefused(
      "The schema can't be changed: other programs have locked its tables for too long. Nothing was lost; start again when they're done.",
    )
  await sleep(RETRY_MS * (1 + Math.random()))
}

// Returns this program's migrations that haven't run; none if a newer program has migrated and its migrations allow
// this program to run.
async function missingSteps(db: Kysely<unknown>, steps: Steps): Promise<string[]> {
  const { rows: there } = await sql<{
    there: boolean
  }>`select to_regclass('schema_steps') is not null as there`.execute(db)
  if (!there[0]?.there) return Object.keys(steps)
  const { rows } = await sql<{ name: string }>`select name from schema_steps order by name`.execute(db)
  const found = new Set(rows.map(({ name }) => name))
  const missing = Object.keys(steps).filter((name) => !found.has(name))
  const allowed = missing.length === 0 ? isCompatible : () => false
  requireKnownSteps(
    [...found].filter((name) => !allowed(name)),
    steps,
    'database',
  )
  return missing
}
