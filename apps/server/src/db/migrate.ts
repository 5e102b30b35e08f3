import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { StartRefused } from '../platform/start-refused.ts'
import { migrations as ours } from './migrations/index.ts'

/** Schema steps by name, in order. */
export type Steps = Record<string, Migration>

const OLDEST = 150_000

/**
 * Brings the schema at `url` to this program's version and returns the names of the steps done now. All of them happen
 * in one transaction: a start killed in the middle leaves the schema as it was, and the next start does it again.
 * Programs starting together wait for the one that works. Throws StartRefused for
 * the schema of a newer version or of one before the baseline, and for too old a server.
 */
export async function migrate(url: string, steps: Steps = ours): Promise<string[]> {
  // One connection without time limits: building an index over a large table takes what it takes.
  // The server looks every second whether we still live: a killed start must not hold the next one up.
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 10_000,
    application_name: `nollie migrate ${process.pid}`,
    options: '-c client_connection_check_interval=1000',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await refuseOldServer(db)
    await refuseOtherSchema(db, steps)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => steps },
      migrationTableName: 'schema_steps',
      migrationLockTableName: 'schema_lock',
    })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) {
      // Another program may have brought a newer schema while this one waited.
      await refuseOtherSchema(db, steps)
      throw error
    }
    return results.map((step) => step.migrationName)
  } finally {
    await db.destroy()
  }
}

async function refuseOldServer(db: Kysely<unknown>) {
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`.execute(
    db,
  )
  const found = rows[0]
  if (found && found.number < OLDEST)
    throw new StartRefused(`The database is PostgreSQL ${found.version}; Nollie needs 15 or newer.`)
}

async function refuseOtherSchema(db: Kysely<unknown>, steps: Steps) {
  const { rows: there } = await sql<{
    there: boolean
  }>`select to_regclass('schema_steps') is not null as there`.execute(db)
  if (!there[0]?.there) return
  const { rows } = await sql<{ name: string }>`select name from schema_steps order by name`.execute(db)
  requireKnownSteps(
    rows.map(({ name }) => name),
    steps,
    'database',
  )
}

const WITH_THAT = {
  database: {
    newer: 'Start that version, or restore a backup from before.',
    older: 'Start that version, or this one with an empty database and data directory.',
  },
  backup: { newer: 'Restore it with that version.', older: 'Restore it with that version.' },
}

/**
 * @throws StartRefused for a database or backup with schema steps that `steps` does not have: made by a newer version, or
 * by one from before the first of these steps
 */
export function requireKnownSteps(
  found: readonly string[],
  steps: Steps,
  where: keyof typeof WITH_THAT,
): void {
  const unknown = found.filter((name) => !(name in steps))
  const [first] = Object.keys(steps)
  if (unknown.length === 0) return
  if (first !== undefined && !found.includes(first))
    throw new StartRefused(
      `The ${where} was made by a version of Nollie from before ${first}, which this version cannot bring up to date. ` +
        WITH_THAT[where].older,
    )
  throw new StartRefused(
    `The ${where} was made by a newer version of Nollie (it has ${unknown.join(', ')}, which this version does not know). ` +
      WITH_THAT[where].newer,
  )
}
