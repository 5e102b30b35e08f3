import { join } from 'node:path'
import type { Log } from '../platform/log.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/index.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { migrate, type Steps } from './migrate.ts'

export type Connection = {
  /** Connection string of the migrated database. */
  url: string
  /** For people: which database this is. */
  where: string
  /** Stops the embedded database; a database of the operator's is left alone. */
  stop: () => Promise<void>
}

type From = { databaseUrl: string | null; dataDir: string }

/**
 * Brings up the operator's database, or the embedded one under the data directory, with this version's schema.
 * `borrow` is for commands beside the server: they join a running server's database instead of being refused. `steps`
 * gives it another version's schema; null leaves it as it is.
 * Throws StartRefused with one readable line.
 */
export async function connectDatabase(
  { databaseUrl, dataDir }: From,
  log: Log,
  { borrow = false, steps }: { borrow?: boolean; steps?: Steps | null } = {},
): Promise<Connection> {
  const connection = databaseUrl
    ? { url: databaseUrl, where: `PostgreSQL at ${withoutPassword(databaseUrl)}`, stop: async () => {} }
    : await embedded(dataDir, log, borrow)
  try {
    const done = steps === null ? [] : await migrate(connection.url, steps)
    if (done.length > 0) log.info(`database schema brought up to date: ${done.join(', ')}`)
    return connection
  } catch (error) {
    await connection.stop()
    throw readable(error, connection.where)
  }
}

async function embedded(dataDir: string, log: Log, borrow: boolean): Promise<Connection> {
  const says = {
    info: (message: string) => log.info(message),
    error: (message: string) => log.error(message),
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDir, says, borrow })
  return { url, stop, where: `embedded PostgreSQL in ${join(dataDir, 'postgres')}` }
}

const withoutPassword = (url: string) => {
  const shown = new URL(url)
  shown.password = ''
  shown.search = ''
  return shown.href
}

// What the operator can do something about: the network, the login, the rights, the disk.
const OPERATORS = /^(E[A-Z]+|28\w{3}|3D000|42501|53\w{3}|57P03|08\w{3})$/

function readable(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof StartRefused) return error
  const { code = '', errors } = error as { code?: string; errors?: Error[] }
  if (code === '53100' || code === 'ENOSPC') {
    return new StartRefused('The disk is full. Nothing was lost; free some space and start again.')
  }
  const unreachable = OPERATORS.test(code) || /timeout|terminated/.test(error.message)
  return unreachable
    ? new StartRefused(`The database (${where}) cannot be used: ${error.message || errors?.[0]?.message}`)
    : error
}
