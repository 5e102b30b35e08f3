import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { TestApp } from './app.ts'

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
