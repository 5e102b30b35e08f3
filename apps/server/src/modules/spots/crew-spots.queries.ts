import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'

/** A keyset position: the last spot on a page. */
export type CrewSpotCursor = { created_at: string; id: string }

/** Returns a crew's spots that the viewer can see, after a cursor, newest first. */
export async function selectSpotsOfCrew(
  db: Db,
  viewer: string,
  crew_id: string,
  { after, limit }: { after: CrewSpotCursor | null; limit: number },
): Promise<CrewSpotCursor[]> {
  const earlier = after
    ? sql`and (s.created_at, s.id) < (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<CrewSpotCursor>`
    select s.id, ${moment('s.created_at')} as created_at from visible_spots(${viewerId(viewer)}) s
    where s.crew_id = ${crew_id} ${earlier}
    order by s.created_at desc, s.id desc limit ${limit}`.execute(db)
  return rows
}
