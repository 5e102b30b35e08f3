import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'

/** A keyset position: the last spot on a page. */
export type CreatedSpotCursor = { created_at: string; id: string }

/** Returns spots that a person shared and the viewer can see, after a cursor, newest first. */
export async function selectSpotsOf(
  db: Db,
  viewer: string,
  user_id: string,
  { after, limit }: { after: CreatedSpotCursor | null; limit: number },
): Promise<CreatedSpotCursor[]> {
  const earlier = after
    ? sql`and (s.created_at, s.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<CreatedSpotCursor>`
    select s.id, ${moment('s.created_at')} as created_at from visible_spots(${viewerId(viewer)}) s
    where s.created_by = ${user_id} ${earlier}
    order by s.created_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}
