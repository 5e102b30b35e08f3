import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { MODULES } from './modules.ts'
import { until } from './until.ts'

const QUEUES = MODULES.flatMap(({ rollups = [] }) => rollups.flatMap(({ empties }) => empties))

/** Waits until every change queue is empty and no job is due, so that nothing else changes the tables. */
export function workDone(db: TestApp['db']): Promise<void> {
  return until(
    async () => {
      for (const name of QUEUES) {
        const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db)
        if (rows.length > 0) throw new Error(`${name} has rows`)
      }
      const { rows } = await sql<{ name: string }>`select name from jobs.job
        where name not like '\\_\\_%' and state in ('created', 'active', 'retry')
          and start_after < now() + interval '1 minute'`.execute(db)
      if (rows.length > 0) throw new Error(`jobs wait: ${rows.map(({ name }) => name).join(', ')}`)
    },
    { timeout: 120_000 },
  )
}
