import { sql } from 'kysely'
import type { Db } from './open.ts'
import type { TableName } from './table-name.ts'

/** Whether any of these queues has rows. Runs a single statement, for use before and after a rollup's transaction. */
export async function isQueued(db: Db, ...tables: readonly TableName[]): Promise<boolean> {
  const each = tables.map((table) => sql`exists (select from ${sql.table(table)})`)
  const { rows } = await sql<{ queued: boolean }>`select ${sql.join(each, sql` or `)} as queued`.execute(db)
  return rows[0]?.queued ?? false
}
