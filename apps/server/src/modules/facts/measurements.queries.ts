import type { FactMeasurement, Marks } from '@nollie/contract'
import { type Insertable, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { viewerId } from '../blocks/index.ts'
import { mediaJson } from '../media/index.ts'
import { personJson } from '../profiles/index.ts'

/** Returns one measurement, or the newest ones at a spot, if the viewer can see their photos. */
export async function selectMeasurements(
  db: Db,
  viewer: string,
  { spot_id, id }: { spot_id: string; id?: string },
  limit: number,
): Promise<FactMeasurement[]> {
  const me = viewerId(viewer)
  const { rows } = await sql<FactMeasurement>`
    select k.id, k.obstacle_id, ${mediaJson('photo')} as media, k.marks, k.deck_cm,
      json_build_object('cm', k.height_cm, 'error_cm', k.height_error_cm) as height,
      case when k.length_cm is not null then json_build_object('cm', k.length_cm, 'error_cm', k.length_error_cm) end
        as length,
      case when who.user_id is not null then ${personJson('who')} end as user,
      coalesce(k.user_id = ${me}, false) as is_own, ${moment('k.created_at')} as created_at
    from measurements k
    join visible_media(${me}) photo on photo.id = k.media_id and photo.status = 'ready'
    left join visible_people(${me}) who on who.user_id = k.user_id
    where k.spot_id = ${spot_id} and ${id ? sql`k.id = ${id}::uuid` : sql`true`}
      and (k.user_id is null or who.user_id is not null)
    order by k.id desc limit ${limit}`.execute(db)
  return rows
}

/** Returns the dimensions of a spot's photo; undefined if the viewer can't see it. */
export async function findPhoto(
  db: Db,
  viewer: string,
  { spot_id, media_id }: { spot_id: string; media_id: string },
): Promise<{ width: number; height: number } | undefined> {
  const { rows } = await sql<{ width: number; height: number }>`
    select photo.width, photo.height from visible_media(${viewerId(viewer)}) photo
    where photo.id = ${media_id} and photo.type = 'image' and photo.status = 'ready'
      and exists (select from post_media pm join posts p on p.id = pm.post_id
        where pm.media_id = photo.id and p.spot_id = ${spot_id})`.execute(db)
  return rows[0]
}

type Row = Omit<Insertable<Tables['measurements']>, 'marks'> & { marks: Marks }

/** Inserts a measurement. */
export async function insertMeasurement(tx: Tx, { marks, ...row }: Row): Promise<void> {
  await tx
    .insertInto('measurements')
    .values({ ...row, marks: JSON.stringify(marks) })
    .execute()
}

/** Returns a measurement's spot and author, if the viewer can see the author. */
export async function findMeasurement(
  db: Db,
  viewer: string,
  id: string,
): Promise<{ spot_id: string; user_id: string | null } | undefined> {
  const { rows } = await sql<{ spot_id: string; user_id: string | null }>`
    select k.spot_id, k.user_id
    from measurements k left join visible_people(${viewerId(viewer)}) who on who.user_id = k.user_id
    where k.id = ${id} and (k.user_id is null or who.user_id is not null)`.execute(db)
  return rows[0]
}

/** Deletes a measurement. */
export async function deleteMeasurement(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('measurements').where('id', '=', id).execute()
}
