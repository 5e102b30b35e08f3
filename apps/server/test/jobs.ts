import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { TestApp } from './app.ts'
import { until } from './until.ts'

/** Adds a job that has failed for good, with an error; returns its id. */
export const aFailedJob = async (
  { db }: Pick<TestApp, 'db'>,
  { kind = 'moderation-mail', error = 'mail not sent: ECONNREFUSED' } = {},
): Promise<string> => {
  const id = uuid()
  const output = JSON.stringify({ message: error })
  await sql`insert into jobs.job (id, name, state, retry_limit, retry_count, start_after, completed_on, output)
    values (${id}, ${kind}, 'failed', 3, 3, now(), now(), ${output}::jsonb)`.execute(db)
  return id
}

/** Waits until no job of a kind is left to do, now or later. */
export const jobsDone = (db: TestApp['db'], kind: string): Promise<void> =>
  until(
    async () => {
      const { rows } =
        await sql`select from jobs.job where name = ${kind} and state in ('created', 'active', 'retry')`.execute(
          db,
        )
      if (rows.length > 0) throw new Error(`${rows.length} jobs of ${kind} wait`)
    },
    { timeout: 30_000 },
  )

/**
 * Runs a rollup until its queue is empty. Its own signal may have taken the rows already, in a transaction that is not over; until
 * then they are still seen here.
 */
export const rolledUp = (
  { db, jobs }: Pick<TestApp, 'db' | 'jobs'>,
  name: string,
  queue: string,
): Promise<void> =>
  until(
    async () => {
      await jobs.runTimer(name)
      const { rows } = await sql`select from ${sql.table(queue)}`.execute(db)
      if (rows.length > 0) throw new Error(`${rows.length} rows of ${queue} wait`)
    },
    { timeout: 30_000 },
  )
