import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { BACKUP_LOCK } from './backup-lock.ts'

/** A table to copy, with its columns in order, excluding generated ones. */
export type CopiedTable = { table: string; columns: string[] }
/** A sequence's state. */
export type Sequence = { sequence: string; value: string; is_called: boolean }

/** Facts about a database that a copy stores in addition to its rows. */
export type DatabaseFacts = {
  /** The names of the database's migrations. */
  steps: string[]
  /** The version of the job queue's tables; null if they don't exist. */
  jobs_version: number | null
  tables: CopiedTable[]
  sequences: Sequence[]
}

/** A table's number of rows, and a checksum that doesn't depend on their order. */
export type Sums = { rows: string; checksum: string }

// Statistics and the queue's own bookkeeping aren't copied, because they're recreated.
/** Describes one installation, not its content. */
const NOT_COPIED = ['backup_records']
const JOB_TABLES = ['queue', 'schedule', 'subscription', 'job', 'job_dependency']

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `nollie copy ${process.pid}`,
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c statement_timeout=0',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

function quoted(name: string) {
  return name
    .split('.')
    .map((part) => pg.escapeIdentifier(part))
    .join('.')
}

function joinColumns({ columns }: CopiedTable) {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}

/** Returns the tables to include in a backup; `withRecords`: also those that describe this installation. */
async function selectTables(client: pg.Client, withRecords = false): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select n.nspname || '.' || c.relname as table,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' and c.relname <> all ($2) or n.nspname = 'jobs' and c.relname = any ($1))
     group by 1 order by 1`,
    [JOB_TABLES, withRecords ? [] : NOT_COPIED],
  )
  return rows
}

async function selectSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = 'public' order by 1`,
  )
  const found: Sequence[] = []
  for (const { name } of rows) {
    const at = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${quoted(name)}`,
    )
    if (at.rows[0]) found.push({ sequence: name, ...at.rows[0] })
  }
  return found
}

async function readJobsVersion(client: pg.Client): Promise<number | null> {
  const there = await client.query<{ there: boolean }>(
    "select to_regclass('jobs.version') is not null as there",
  )
  if (!there.rows[0]?.there) return null
  const { rows } = await client.query<{ version: number }>('select version from jobs.version')
  return rows[0]?.version ?? null
}

/** A live database's rows at a single point in time. */
export class Snapshot {
  readonly #client: pg.Client
  readonly facts: DatabaseFacts

  private constructor(client: pg.Client, facts: DatabaseFacts) {
    this.#client = client
    this.facts = facts
  }

  /**
   * Takes a snapshot, after waiting for deletions in progress. No server deletes files until {@link close}.
   * `withRecords`: includes tables that describe this installation.
   */
  static async take(url: string, { withRecords = false } = {}): Promise<Snapshot> {
    const client = await connect(url)
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [BACKUP_LOCK])
      await client.query('begin isolation level repeatable read read only')
      const { rows } = await client.query<{ name: string }>('select name from schema_steps order by name')
      const facts = {
        steps: rows.map(({ name }) => name),
        jobs_version: await readJobsVersion(client),
        tables: await selectTables(client, withRecords),
        sequences: await selectSequences(client),
      }
      return new Snapshot(client, facts)
    } catch (error) {
      await client.end()
      throw error
    }
  }

  /** Reads a table's rows in PostgreSQL's text format, one table at a time. */
  read(table: CopiedTable): Readable {
    return this.#client.query(to(`copy (select ${joinColumns(table)} from ${quoted(table.table)}) to stdout`))
  }

  /** Returns the tables in other schemas than ours. They aren't copied. */
  async otherTables(): Promise<string[]> {
    const { rows } = await this.#client.query<{ table: string }>(
      `select n.nspname || '.' || c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and c.relpersistence <> 't'
         and n.nspname not in ('pg_catalog', 'information_schema', 'public', 'jobs')
       order by 1`,
    )
    return rows.map(({ table }) => table)
  }

  /** Computes a table's number of rows and checksum, which are the same in every version of PostgreSQL. */
  async sum(table: CopiedTable): Promise<Sums> {
    const { rows } = await this.#client.query<Sums>(
      `select count(*)::text as rows,
         coalesce(sum(('x' || left(md5(row(${joinColumns(table)})::text), 15))::bit(60)::bigint), 0)::text as checksum
       from ${quoted(table.table)}`,
    )
    return rows[0] ?? { rows: '', checksum: '' }
  }

  /** Returns the keys of all finished media, whose files the copy must include. */
  async mediaKeys(): Promise<string[]> {
    const { rows } = await this.#client.query<{ key: string }>(
      "select key from media where status = 'ready' and key is not null",
    )
    return rows.map(({ key }) => key)
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

/** Counts the rows and tables that a database's backups contain, and the bookkeeping tables, which are recreated. */
export async function countCopied(
  client: pg.Client,
): Promise<{ tables: number; rows: number; others: number }> {
  const tables = await selectTables(client)
  const all = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  let rows = 0
  for (const { table } of tables) {
    const found = await client.query<{ count: string }>(`select count(*) as count from ${quoted(table)}`)
    rows += Number(found.rows[0]?.count ?? 0)
  }
  return { tables: tables.length, rows, others: (all.rows[0]?.count ?? 0) - tables.length }
}

/** Whether a database doesn't have any of our tables yet. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ empty: boolean }>(
      `select not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p')) as empty`,
    )
    return rows[0]?.empty ?? false
  } finally {
    await client.end()
  }
}

type Key = { table: string; name: string; definition: string }

// Rows are loaded table by table, so foreign keys are dropped first; restoring them after the last table checks them.
async function dropForeignKeys(client: pg.Client): Promise<Key[]> {
  const { rows } = await client.query<Key>(
    `select n.nspname || '.' || t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname in ('public', 'jobs')`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${quoted(table)} drop constraint ${pg.escapeIdentifier(name)}`)
  return rows
}

/**
 * Atomically replaces a database's rows with rows copied from the same schema. Triggers don't run; foreign keys are
 * checked at the end.
 */
export async function loadTables(
  url: string,
  { tables, sequences }: Pick<DatabaseFacts, 'tables' | 'sequences'>,
  read: (table: CopiedTable) => Promise<Readable>,
): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('begin')
    const keys = await dropForeignKeys(client)
    await client.query(`truncate ${tables.map(({ table }) => quoted(table)).join(', ')}`)
    for (const table of tables) {
      const name = quoted(table.table)
      await client.query(`alter table ${name} disable trigger user`)
      await pipeline(await read(table), client.query(from(`copy ${name} (${joinColumns(table)}) from stdin`)))
      await client.query(`alter table ${name} enable trigger user`)
    }
    for (const { table, name, definition } of keys)
      await client.query(
        `alter table ${quoted(table)} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
      )
    for (const { sequence, value, is_called } of sequences)
      await client.query('select setval($1::regclass, $2, $3)', [sequence, value, is_called])
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
