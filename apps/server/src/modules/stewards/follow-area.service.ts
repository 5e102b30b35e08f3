import { LIMITS, type Viewer } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { countFollowed, deleteFollow, insertFollow } from './follows.queries.ts'
import { requireArea } from './areas.service.ts'

/**
 * Follows an area. Does nothing if the viewer already follows it.
 * @throws Refusal AREA_NOT_FOUND, TOO_MANY_AREAS
 */
export function followArea(db: Db, { user_id }: Viewer, area_id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const followed = await countFollowed(tx, user_id)
    await requireArea(tx, area_id)
    if ((await insertFollow(tx, area_id, user_id)) && followed >= LIMITS.areas_followed_max)
      throw new Refusal('TOO_MANY_AREAS')
  })
}

/**
 * Unfollows an area. Does nothing if the viewer doesn't follow it.
 * @throws Refusal AREA_NOT_FOUND
 */
export async function unfollowArea(db: Db, { user_id }: Viewer, area_id: string): Promise<void> {
  await requireArea(db, area_id)
  await deleteFollow(db, area_id, user_id)
}
