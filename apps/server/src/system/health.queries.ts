import { sql } from 'kysely'
import type { Db } from '../db/open.ts'

/** A job type's counts in the queue. */
export type JobCounts = {
  kind: string
  waiting: number
  active: number
  retrying: number
  failed: number
  oldest_seconds: number | null
}

/** Returns counts for every job type, including those without jobs. */
export async function selectJobCounts(db: Db): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    select queue.name as kind,
      count(*) filter (where state = 'created')::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'retry')::int as retrying,
      count(*) filter (where state = 'failed')::int as failed,
      max(extract(epoch from now() - start_after)) filter
        (where state in ('created', 'retry') and start_after <= now())::float8 as oldest_seconds
    from jobs.queue left join jobs.job on job.name = queue.name and state in ('created', 'active', 'retry', 'failed')
    group by 1 order by 1`.execute(db)
  return rows
}

/** A job that failed at least once. */
export type FailingRow = {
  id: string
  kind: string
  state: 'retrying' | 'failed'
  tries: number
  error: string | null
  at: string
}

/** Returns jobs that failed permanently or will be retried, newest first. */
export async function selectFailing(db: Db, limit: number): Promise<FailingRow[]> {
  const { rows } = await sql<FailingRow>`
    select id, name as kind, case state when 'failed' then 'failed' else 'retrying' end as state,
      (retry_count + case state when 'failed' then 1 else 0 end)::int as tries, left(output ->> 'message', 200) as error,
      coalesce(case state when 'failed' then completed_on end, start_after)::timestamptz(3) as at
    from jobs.job where state = 'failed' or state = 'retry'
    order by at desc, id limit ${limit}`.execute(db)
  return rows
}

/** Returns a failing job's type and state; undefined if it isn't failing. */
export async function findFailing(
  db: Db,
  id: string,
): Promise<{ kind: string; state: 'retry' | 'failed' } | undefined> {
  const { rows } = await sql<{ kind: string; state: 'retry' | 'failed' }>`
    select name as kind, state from jobs.job where id = ${id} and state in ('failed', 'retry')`.execute(db)
  return rows[0]
}

/** Makes a job that is waiting for its retry due now. */
export async function makeDue(db: Db, kind: string, id: string): Promise<void> {
  await sql`update jobs.job set start_after = now() where name = ${kind} and id = ${id} and state = 'retry'`.execute(
    db,
  )
}

/** Counts photos and videos that are due for processing, and returns how long the oldest has waited. */
export async function selectMediaQueue(db: Db): Promise<{ waiting: number; oldest_seconds: number | null }> {
  return db
    .selectFrom('media')
    .select([
      sql<number>`count(*)::int`.as('waiting'),
      sql<number | null>`max(extract(epoch from now() - due_at))::float8`.as('oldest_seconds'),
    ])
    .where('status', '=', 'processing')
    .where('claim', 'is', null)
    .where('due_at', '<=', sql<string>`now()`)
    .executeTakeFirstOrThrow()
}

/** Counts finished photos and videos, and the bytes in their files. */
export async function selectMediaTotals(db: Db): Promise<{ files: number; bytes: number }> {
  return db
    .selectFrom('media')
    .select([
      sql<number>`count(*)::int`.as('files'),
      sql<number>`coalesce(sum(stored_bytes), 0)::bigint`.as('bytes'),
    ])
    .where('status', '=', 'ready')
    .executeTakeFirstOrThrow()
}

/** Reads the database's own statistics. */
export async function selectDatabaseFacts(
  db: Db,
): Promise<{ version: string; schema: string; bytes: number }> {
  const { rows } = await sql<{ version: string; schema: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select max(name) from schema_steps) as schema`.execute(db)
  return rows[0] ?? { version: '', schema: '', bytes: 0 }
}

/** Returns the bytes on disk (including indexes) and estimated rows for each of our tables and the queue's. */
export async function selectTableSizes(db: Db): Promise<{ name: string; bytes: number; rows: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number; rows: number }>`
    select case n.nspname when 'public' then c.relname else 'jobs.job' end as name,
      pg_total_relation_size(c.oid) as bytes, greatest(c.reltuples, 0)::bigint as rows
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname = 'public' or n.nspname = 'jobs' and c.relname = 'job_common')
    order by 1`.execute(db)
  return rows
}
