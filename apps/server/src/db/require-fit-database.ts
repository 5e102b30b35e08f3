import { type Kysely, sql } from 'kysely'
import { StartRefused } from '../platform/start-refused.ts'

const OLDEST = 150_000

const CREATE_ANOTHER =
  "Make another one: CREATE DATABASE nollie TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C.UTF-8' OWNER nollie;"

// The letters that user names and emails are made of.
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Letters of scripts that people search in, upper case. */
const OTHER_SCRIPTS = 'ÅÉÑ ПОБЕДЫ ΠΛΑΤΕΊΑ'

type Facts = {
  name: string
  version: string
  number: number
  encoding: string
  lower: string
  is_replica: boolean
  is_read_only: boolean
}

/**
 * Checks what can't be changed once a database has tables: version, encoding, the lower case of ASCII letters in its locale.
 * @throws StartRefused with one line and the remedy
 */
export const requireFitDatabase = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<Facts>`
    select current_database() as name, current_setting('server_version') as version,
      current_setting('server_version_num')::int as number, current_setting('server_encoding') as encoding,
      lower(${UPPER}::text) as lower, pg_is_in_recovery() as is_replica,
      current_setting('default_transaction_read_only')::boolean as is_read_only`.execute(db)
  const [facts] = rows
  if (!facts) return
  if (facts.number < OLDEST)
    throw new StartRefused(`The database is PostgreSQL ${facts.version}; Nollie needs 15 or newer.`)
  if (facts.encoding !== 'UTF8')
    throw new StartRefused(
      `The database ${facts.name} is encoded in ${facts.encoding}, which can't store every name and text; Nollie needs UTF8. ${CREATE_ANOTHER}`,
    )
  if (facts.lower !== UPPER.toLowerCase())
    throw new StartRefused(
      `The locale of the database ${facts.name} changes letters that user names and emails are made of (its lower case of I is ${facts.lower[8]}). ${CREATE_ANOTHER}`,
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

/**
 * Checks that the migrated schema normalises upper and lower case of every script, which searches depend on.
 * @throws StartRefused with one line and the remedy
 */
export const requireNormalising = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<{ name: string; normalises: boolean }>`
    select current_database() as name,
      nollie_normalize(${OTHER_SCRIPTS}::text) = nollie_normalize(${OTHER_SCRIPTS.toLowerCase()}::text) as normalises`.execute(
    db,
  )
  const [facts] = rows
  if (facts && !facts.normalises)
    throw new StartRefused(
      `The locale of the database ${facts.name} knows upper and lower case of English letters alone, so searches would miss names in other scripts. ${CREATE_ANOTHER}`,
    )
}
