import type { Db } from '../../db/open.ts'

/** Returns keys of finished photos and videos whose rows changed at `since` or later; all keys if `since` is null. */
export async function selectReadyKeys(db: Db, since: Date | null): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('key')
    .where('status', '=', 'ready')
    .where('key', 'is not', null)
    .$if(since !== null, (query) => query.where('updated_at', '>=', (since as Date).toISOString()))
    .execute()
  return rows.flatMap(({ key }) => key ?? [])
}

/** Returns the keys that have a row. */
export async function selectKnownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('media').select('key').where('key', 'in', keys).execute()
  return new Set(rows.flatMap(({ key }) => key ?? []))
}
