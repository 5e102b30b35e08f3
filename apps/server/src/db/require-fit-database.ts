import { type Kysely, sql } from 'kysely'
import { StartRefused } from '../platform/start-refused.ts'

const OLDEST = 150_000

const CREATE_ANOTHER =
  "Make another one: CREATE DATABASE nollie TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C.UTF-8' OWNER nollie;"

type Facts = {
  name: string
  version: string
  number: number
  encoding: string
  is_replica: boolean
  is_read_only: boolean
}

/**
 * Checks properties that can't change once a database has tables (version and encoding), and whether the database is
 * writable.
 * @throws StartRefused with a one-line message that includes the remedy
 */
export async function requireFitDatabase(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Facts>`
    select current_database() as name, current_setting('server_version') as version,
      current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_replica,
      current_setting('default_transaction_read_only')::boolean as is_read_only`.execute(db)
  const [facts] = rows
  if (!facts) return
  if (facts.number < OLDEST)
    throw new StartRefused(`The database is PostgreSQL ${facts.version}; Nollie needs 15 or newer.`)
  if (facts.encoding !== 'UTF8')
    throw new StartRefused(
      `The database ${facts.name} is encoded in ${facts.encoding}, which can't store every name and text; Nollie needs UTF8. ${CREATE_ANOTHER}`,
    )
  if (facts.is_replica)
    throw new StartRefused(
      `The database ${facts.name} is a replica, which can't be written to. Name the primary in DATABASE_URL, and replicas in DATABASE_REPLICA_URL.`,
    )
  if (facts.is_read_only)
    throw new StartRefused(
      `The database ${facts.name} is read-only. Turn default_transaction_read_only off for it and for its user.`,
    )
}
