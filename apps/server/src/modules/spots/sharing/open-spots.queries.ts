import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'

/** Whether any spot's opening time has passed. */
export async function isAnyDue(db: Db): Promise<boolean> {
  const { rows } = await sql`select from spots where opens_at <= now() limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Opens up to `limit` spots whose opening time has passed, and returns those that aren't deleted. Clears the opening
 * time, so that clock changes never close a spot again or open it twice.
 */
export async function openDueSpots(
  tx: Tx,
  limit: number,
): Promise<{ opened: number; ids: readonly string[] }> {
  const { rows } = await sql<{ id: string; is_deleted: boolean }>`
    update spots set audience = opens_to, opens_at = null, opens_to = null
    where id in (
      select id from spots where opens_at <= now() order by opens_at limit ${limit} for update skip locked)
    returning id, deleted_at is not null as is_deleted`.execute(tx)
  return { opened: rows.length, ids: rows.filter((row) => !row.is_deleted).map(({ id }) => id) }
}
