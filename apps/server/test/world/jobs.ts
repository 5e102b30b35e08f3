import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** Adds a job that has permanently failed with an error. Returns its id. */
export async function aFailedJob(
  { db }: Pick<TestApp, 'db'>,
  { kind = 'moderation-mail', error = 'mail not sent: ECONNREFUSED' } = {},
): Promise<string> {
  const id = uuid()
  const output = JSON.stringify({ message: error })
  await sql`insert into jobs.job (id, name, state, retry_limit, retry_count, start_after, completed_on, output)
    values (${id}, ${kind}, 'failed', 3, 3, now(), now(), ${output}::jsonb)`.execute(db)
  return id
}

/** Waits until no job of this kind is left, including scheduled ones. */
export function jobsDone(db: TestApp['db'], kind: string): Promise<void> {
  return until(async () => {
    const { rows } =
      await sql`select from jobs.job where name = ${kind} and state in ('created', 'active', 'retry')`.execute(
        db,
      )
    if (rows.length > 0) throw new Error(`${rows.length} jobs of ${kind} wait`)
  })
}

/**
 * Runs a rollup until its queue is empty. The rollup's own signal may already be processing the rows in an open
 * transaction, and until that ends, they are still visible here.
 */
export function rolledUp(
  { db, jobs }: Pick<TestApp, 'db' | 'jobs'>,
  name: string,
  queue: string,
): Promise<void> {
  return until(async () => {
    await jobs.runTimer(name)
    const { rows } = await sql`select from ${sql.table(queue)}`.execute(db)
    if (rows.length > 0) throw new Error(`${rows.length} rows of ${queue} wait`)
  })
}
