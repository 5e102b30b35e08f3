import pg from 'pg'
import { StartRefused } from '../platform/start-refused.ts'
import { SESSION_SETTINGS } from './pool.ts'
import type { Pooler } from './prepared.ts'

const PROBE = 'nollie_probe'

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    application_name: `nollie pooler ${process.pid}`,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function readIdentity(client: pg.Client): Promise<{ user: string; database: string; server: string }> {
  const { rows } = await client.query<{ user: string; database: string; server: string }>(
    `select current_user as "user", current_database() as database,
       pg_postmaster_start_time()::text || current_database() as server`,
  )
  return rows[0] ?? { user: '', database: '', server: '' }
}

// A pooler's sessions are shared, so their settings belong to the role. They apply to sessions opened from then on.
async function storeSettings(client: pg.Client, user: string, database: string): Promise<void> {
  const { rows } = await client.query<{ setting: string }>(
    `select unnest(setconfig) as setting from pg_db_role_setting s
     join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
     where rolname = $1 and datname = $2`,
    [user, database],
  )
  const role = await client.query('select from pg_roles where rolname = $1', [user])
  if (role.rowCount === 0) return
  const stored = new Set(rows.map(({ setting }) => setting))
  for (const [name, value] of Object.entries(SESSION_SETTINGS)) {
    if (stored.has(`${name}=${value}`)) continue
    await client.query(
      `alter role ${client.escapeIdentifier(user)} in database ${client.escapeIdentifier(database)}
       set ${name} = ${client.escapeLiteral(String(value))}`,
    )
  }
}

// The prepared statement looks up its own name in the session, which fails if the pooler translates names.
async function translatesNames(client: pg.Client): Promise<boolean> {
  const name = `${PROBE}_${process.pid}_${Date.now()}`
  const { rows } = await client.query({
    name,
    text: `select from pg_prepared_statements where name = '${name}'`,
  })
  return rows.length === 0
}

async function hasSettings(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ limit: string }>(
    `select current_setting('statement_timeout') as limit`,
  )
  return rows[0]?.limit !== '0'
}

/**
 * Prepares the database for a transaction-mode pooler at `url`, and detects its capabilities. `directUrl` points to the
 * same database, bypassing the pooler.
 * @throws StartRefused if the two point to different databases
 */
export async function setUpPooler(
  url: string,
  directUrl: string,
  log: { warn: (message: string) => void },
): Promise<Pooler> {
  const direct = await connected(directUrl, async (client) => {
    const own = await readIdentity(client)
    // The settings are stored before the pooler opens its first session.
    await storeSettings(client, decodeURIComponent(new URL(url).username), own.database)
    return own
  })
  const pooled = await connected(url, readIdentity)
  if (pooled.server !== direct.server)
    throw new StartRefused('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.')
  // The pooler may sign in as a different user than its clients.
  await connected(directUrl, (client) => storeSettings(client, pooled.user, pooled.database))
  return connected(url, async (client) => {
    if (!(await hasSettings(client)))
      log.warn('sessions that the pooler opened earlier have no time limits; run RECONNECT on it once')
    return { translatesNames: await translatesNames(client) }
  })
}
