import type { Db } from '../db/open.ts'

/** Returns the names of all spots that these people ever shared, including deleted ones, which are not added again. */
export async function namesSharedBy(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db.selectFrom('spots').select('name').where('created_by', 'in', userIds).execute()
  return new Set(rows.map(({ name }) => name))
}
