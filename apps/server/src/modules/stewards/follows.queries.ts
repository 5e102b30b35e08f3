import type { NamedArea } from '@nollie/contract'
import { lockUser } from '../../db/lock-user.ts'
import type { Db, Tx } from '../../db/open.ts'

/** Returns the areas that a person follows or is a steward of, sorted by name. */
export function selectAreasOfViewer(
  db: Db,
  table: 'area_follows' | 'area_stewards',
  user_id: string,
): Promise<NamedArea[]> {
  return db
    .selectFrom('steward_areas as area')
    .select(['area.id', 'area.name'])
    .where('area.id', 'in', db.selectFrom(table).select('area_id').where('user_id', '=', user_id))
    .orderBy('area.name')
    .execute()
}

/** Counts the areas a person follows. Locks their account, so that concurrent requests wait. */
export async function countFollowed(tx: Tx, user_id: string): Promise<number> {
  await lockUser(tx, user_id)
  const { n } = await tx
    .selectFrom('area_follows')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return n
}

/** Follows an area. Returns false if the person already follows it. */
export async function insertFollow(tx: Tx, area_id: string, user_id: string): Promise<boolean> {
  const row = await tx
    .insertInto('area_follows')
    .values({ area_id, user_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('area_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Unfollows an area. */
export async function deleteFollow(db: Db, area_id: string, user_id: string): Promise<void> {
  await db.deleteFrom('area_follows').where('area_id', '=', area_id).where('user_id', '=', user_id).execute()
}
