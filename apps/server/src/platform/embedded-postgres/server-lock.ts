import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '../start-refused.ts'
import { type Cluster, isAlive } from './cluster.ts'
import { adminConnection } from './postmaster.ts'

// The lock on a data directory is an advisory lock in its database. PostgreSQL releases it when the connection ends, so
// a dead server can't leave it behind, and two servers can't hold it.
const LOCK = '7166, 1'
const NAME = 'nollie server'

/** The connection that holds the lock. It ends when the database stops. */
export type ServerLock = { client: pg.Client; release: () => Promise<void> }

/**
 * Takes the lock, which only one server can hold.
 * @throws StartRefused naming the process that holds it
 */
export async function lockServer(cluster: Cluster, password: string): Promise<ServerLock> {
  const client = new pg.Client(adminConnection(cluster, password, `${NAME} ${process.pid}`))
  client.on('error', () => {})
  await client.connect()
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${LOCK}) as got`)
    if (rows[0]?.got) return { client, release: () => client.end() }
    const holder = await findHolder(client)
    // The database needs a moment to notice that a killed server's connection is closed.
    if (holder !== null && (isAlive(holder) || attempt > 50)) {
      await client.end()
      throw new StartRefused(
        `Another Nollie server (pid ${holder}) is already running with the data directory ${cluster.home.replace(/\/postgres$/, '')}. ` +
          'Stop it first, or set another DATA_DIR.',
      )
    }
    await sleep(50)
  }
}

async function findHolder(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and (classid, objid) = (${LOCK})`,
  )
  const pid = Number(rows[0]?.name.slice(NAME.length))
  return pid > 0 ? pid : null
}
