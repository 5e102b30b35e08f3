import type { Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '../../../db/open.ts'
import type { Tables } from '../../../db/tables.ts'

const COLUMNS = [
  ...(['id', 'name', 'description', 'address', 'city', 'state', 'country', 'postal_code'] as const),
  ...(['latitude', 'longitude', 'difficulty_level', 'spot_types', 'cover_media_id', 'status'] as const),
  ...(['audience', 'crew_id', 'precision', 'exact_for', 'opens_at', 'opens_to'] as const),
  ...(['created_by', 'version', 'deleted_at', 'purged_at'] as const),
] as const

/** The spot columns needed for an edit. */
export type LockedSpot = Pick<Selectable<Tables['spots']>, (typeof COLUMNS)[number]>

/** Locks a spot until the transaction ends. Returns undefined if it's deleted. */
export function lockSpot(tx: Tx, id: string): Promise<LockedSpot | undefined> {
  return lockAnySpot(tx, id).then((spot) => (spot?.deleted_at === null ? spot : undefined))
}

/** Locks a spot until the transaction ends, even if it's deleted. */
export function lockAnySpot(tx: Tx, id: string): Promise<LockedSpot | undefined> {
  return tx.selectFrom('spots').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Returns a spot that the caller has locked. Returns undefined if it's deleted. */
export function readLockedSpot(tx: Tx, id: string): Promise<LockedSpot | undefined> {
  return tx
    .selectFrom('spots')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Returns a spot's creator. Undefined for unknown spots and, by default, deleted ones. */
export function findCreator(
  db: Db,
  id: string,
  { deleted }: { deleted: boolean },
): Promise<{ created_by: string | null } | undefined> {
  return db
    .selectFrom('spots')
    .select('created_by')
    .where('id', '=', id)
    .$if(!deleted, (query) => query.where('deleted_at', 'is', null))
    .executeTakeFirst()
}

/** Updates a spot's changed columns. */
export async function updateSpot(tx: Tx, id: string, changes: Updateable<Tables['spots']>): Promise<void> {
  await tx.updateTable('spots').set(changes).where('id', '=', id).execute()
}
