import { LIMITS } from '@nollie/contract/limits'
import { sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'
import { viewerId } from '../blocks/index.ts'
import { boxAround, metresBetween } from '../spots/index.ts'
import type { WaitingFor } from './daily-notifications.queries.ts'

type Point = { id: string; latitude: number; longitude: number }

/** Claims newly shared spots from the queue. Returns the ones that still exist. */
export async function takeNewSpots(
  tx: Tx,
  limit: number,
): Promise<(Point & { created_by: string | null })[]> {
  const { rows } = await sql<Point & { created_by: string | null }>`
    with taken as (
      delete from new_spots where spot_id in (
        select spot_id from new_spots order by spot_id limit ${limit} for update skip locked)
      returning spot_id
    )
    select s.id, s.latitude, s.longitude, s.created_by from taken join spots s on s.id = taken.spot_id
    where s.deleted_at is null`.execute(tx)
  return rows
}

/** Maximum number of saved spots read around a position; no city has that many. */
const MAX_AROUND = 20_000

// Returns saved spots from the surrounding map squares, using an index. The caller checks the exact distance.
async function savedAround(db: Db, { latitude, longitude }: Point): Promise<Point[]> {
  const { corners, level } = boxAround({ latitude, longitude }, LIMITS.near_saved_metres)
  const below = 52 - 2 * level
  const { rows } = await sql<Point>`
    select near.id, near.latitude, near.longitude
    from (
      select distinct nollie_quadkey(latitude, longitude) >> ${below}::int as square
      from unnest(${corners.map((corner) => corner.latitude)}::float8[],
        ${corners.map((corner) => corner.longitude)}::float8[]) corner (latitude, longitude)
    ) squares
    join spots near on near.deleted_at is null and near.qk >= squares.square << ${below}::int
      and near.qk < (squares.square + 1) << ${below}::int
    where exists (select from saved_spots saved where saved.spot_id = near.id)
    limit ${MAX_AROUND}`.execute(db)
  return rows
}

/** Queues a new spot for everyone who opted in to new spots near saved ones, except its creator. */
export async function addSpotNear(tx: Tx, spot: Point): Promise<void> {
  const around = await savedAround(tx, spot)
  const ids = around
    .filter((one) => one.id !== spot.id && metresBetween(spot, one) <= LIMITS.near_saved_metres)
    .map(({ id }) => id)
  if (ids.length === 0) return
  await sql`
    insert into spots_near (user_id, spot_id)
    select distinct saved.user_id, s.id
    from saved_spots saved join digest_settings w on w.user_id = saved.user_id
      cross join lateral (select * from visible_spots(saved.user_id) s where s.id = ${spot.id} offset 0) s
    where saved.spot_id = any (${ids}::uuid[]) and (w.digest_due_at is not null or w.places_since is not null)
      and s.created_by is distinct from saved.user_id
      and not exists (select from withheld_spots(saved.user_id) withheld where withheld.id = saved.spot_id offset 0)
    order by saved.user_id
    on conflict do nothing`.execute(tx)
}

/** Pending new spots near saved ones. */
export const SPOTS_NEAR: WaitingFor = {
  notifiedAt: 'places_notified_at',
  isThere: (rested) => sql`w.places_since is not null
    and exists (select from spots_near near where near.user_id = w.user_id and near.notification_id is null
      and near.added_at >= w.places_since and near.added_at <= ${rested})`,
}

/** Whether a person has a pending spot to be notified about: it exists, and they can see it and its creator. */
export async function hasShown(tx: Tx, user_id: string): Promise<boolean> {
  const me = viewerId(user_id)
  const { rows } = await sql<{ shown: boolean }>`
    select exists (
      select from spots_near near join visible_new_spots(${me}) s on s.id = near.spot_id
        join digest_settings w on w.user_id = near.user_id
      where near.user_id = ${me} and near.notification_id is null and near.added_at >= w.places_since
    ) and exists (select from visible_people(${me}) p where p.user_id = ${me}) as shown`.execute(tx)
  return rows[0]?.shown ?? false
}

/** Links pending spots to the current notification, so that there is only one notification about each. */
export async function bindToNotification(tx: Tx, user_id: string): Promise<void> {
  await sql`
    update spots_near near set notification_id = n.id
    from notifications n, digest_settings w
    where n.user_id = ${user_id} and n.type = 'spot_near' and n.created_at = now()::timestamptz(3)
      and w.user_id = ${user_id} and near.user_id = ${user_id} and near.notification_id is null
      and near.added_at >= w.places_since`.execute(tx)
}

/** Deletes pending spots that are more than `days` days old. */
export function deleteOldSpotsNear(db: Db, days: number): Promise<void> {
  return deleteInBatches(
    db,
    'spots_near',
    sql`notification_id is null and added_at < now() - make_interval(days => ${days})`,
  )
}
