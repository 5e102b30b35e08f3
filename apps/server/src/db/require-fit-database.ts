import { type Kysely, sql } from 'kysely'
import { StartRefused } from '../platform/start-refused.ts'

const OLDEST = 150_000

const CREATE_ANOTHER =
  "Make another one: CREATE DATABASE nollie TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C.UTF-8' OWNER nollie;"

/** The fewest connections that a server works with at all; it uses up to 30. */
const FEWEST_CONNECTIONS = 10

/** Transactions of a server end within this time, unless the database is busy. */
const SHORTEST_TRANSACTION_MS = 60_000

type Facts = {
  name: string
  user: string
  /** As an identifier in SQL. */
  quoted_user: string
  connections: number
  /** The schema of new tables; null if the search path has none. */
  schema: string | null
  has_plain_strings: boolean
  /** Milliseconds; null for PostgreSQL before 17; 0 for no limit. */
  transaction_limit: number | null
  /** Extensions that statements can't find, with their schemas; null if there are none. */
  hidden_extensions: string | null
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
      current_setting('default_transaction_read_only')::boolean as is_read_only,
      current_user as "user", quote_ident(current_user) as quoted_user, current_schema() as schema, current_setting('standard_conforming_strings')::boolean as has_plain_strings,
      (select setting::int from pg_settings where name = 'transaction_timeout') as transaction_limit,
      (select string_agg(format('%I in the schema %I', extname, nspname), ' and ' order by extname)
        from pg_extension e join pg_namespace n on n.oid = extnamespace
        where extname in ('pg_trgm', 'unaccent') and nspname <> all(current_schemas(true))) as hidden_extensions,
      -- A negative limit means that there is none.
      (select min(most) from unnest(array[
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        (select nullif(greatest(rolconnlimit, -1), -1) from pg_roles where rolname = current_user),
        (select nullif(greatest(datconnlimit, -1), -1) from pg_database where datname = current_database())
      ]) most) as connections`.execute(db)
  const [facts] = rows
  if (!facts) return
  if (facts.number < OLDEST)
    throw new StartRefused(`The database is PostgreSQL ${facts.version}; Nollie needs 15 or newer.`)
  if (facts.encoding !== 'UTF8')
    throw new StartRefused(
      `The database ${facts.name} is encoded in ${facts.encoding}, which can't store every name and text; Nollie needs UTF8. ${CREATE_ANOTHER}`,
    )
  if (facts.connections < FEWEST_CONNECTIONS)
    throw new StartRefused(
      `The database ${facts.name} accepts only ${facts.connections} connections of ${facts.user}; a server of Nollie uses up to 30. Raise CONNECTION LIMIT of the role and the database, and max_connections.`,
    )
  if (facts.schema !== 'public')
    throw new StartRefused(
      `In the database ${facts.name}, new tables go to the schema ${facts.schema ?? '(none)'}; Nollie's are in public. Leave search_path out of the address, and set it for its user: ALTER ROLE ${facts.quoted_user} SET search_path = public;`,
    )
  if (!facts.has_plain_strings)
    throw new StartRefused(
      `The database ${facts.name} reads text in the way of old versions. Turn standard_conforming_strings on for it and for its user.`,
    )
  if (facts.hidden_extensions !== null)
    throw new StartRefused(
      `The database ${facts.name} has ${facts.hidden_extensions}, where Nollie's statements don't find it. As its owner: ALTER EXTENSION ... SET SCHEMA public;`,
    )
  if (facts.transaction_limit && facts.transaction_limit < SHORTEST_TRANSACTION_MS)
    throw new StartRefused(
      `The database ${facts.name} ends every transaction of ${facts.user} after ${facts.transaction_limit} ms. Set transaction_timeout to 0, or to a minute or more, for it and for its user.`,
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
