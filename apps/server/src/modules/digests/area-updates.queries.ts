import { sql } from 'kysely'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { AreaChanges } from '../../db/tables/stewards.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'
import { isInArea } from '../stewards/index.ts'
import { hasSaved } from './saved-states.queries.ts'
import type { WaitingFor } from './daily-notifications.queries.ts'

/** A change in an area: a new spot, a changed status, or a bulletin. */
export type AreaChange = Pick<AreaChanges, 'kind' | 'spot_id' | 'bulletin_id'>

/** Claims up to `limit` changes from the queue. */
export async function takeAreaChanges(tx: Tx, limit: number): Promise<AreaChange[]> {
  const { rows } = await sql<AreaChange>`
    with taken as (
      delete from area_changes where id in (
        select id from area_changes order by id limit ${limit} for update skip locked)
      returning kind, spot_id, bulletin_id
    )
    select distinct kind, spot_id, bulletin_id from taken`.execute(tx)
  return rows
}

// People who saved a spot get a separate notification about its status, unless they turned that off.
function isNotifiedAsSaver(me: ViewerInSql) {
  return sql`(${hasSaved(me, 's.id')}
  and not exists (select from notification_mutes m where m.user_id = ${me} and m.type = 'saved_spot_state'))`
}

/**
 * Queues a new or changed spot for people who follow its area and can see it, only once even if they follow several of
 * its areas.
 */
export async function addSpotToAreas(tx: Tx, kind: 'spot' | 'state', spot_id: string): Promise<void> {
  const me = sql.ref('watcher.user_id')
  // Skips new spots near a saved one, because those trigger a separate notification.
  const isWanted =
    kind === 'spot'
      ? sql`exists (select from visible_new_spots(${me}) shown where shown.id = s.id offset 0) and not exists (
          select from spots_near near where near.user_id = watcher.user_id and near.spot_id = s.id)`
      : sql`exists (select from visible_spots(${me}) shown where shown.id = s.id offset 0)
          and not ${isNotifiedAsSaver(me)}`
  await sql`
    insert into area_updates (id, user_id, area_id, kind, spot_id)
    select distinct on (watcher.user_id) gen_random_uuid(), watcher.user_id, area.id, ${kind}, s.id
    from spots s
    join steward_areas area on (area.bounds @> box(point(s.longitude, s.latitude), point(s.longitude, s.latitude))
        or area.bounds @> box(point(s.longitude + 360, s.latitude), point(s.longitude + 360, s.latitude)))
      and ${isInArea('area', 's')}
    join area_follows watcher on watcher.area_id = area.id
    where s.id = ${spot_id} and s.created_by is distinct from watcher.user_id and ${isWanted}
    order by watcher.user_id, area.id
    on conflict do nothing`.execute(tx)
}

/** Queues a bulletin for people who follow its area, except its author. */
export async function addBulletinToArea(tx: Tx, bulletin_id: string): Promise<void> {
  await sql`
    insert into area_updates (id, user_id, area_id, kind, spot_id, bulletin_id)
    select gen_random_uuid(), watcher.user_id, watcher.area_id, 'bulletin', b.spot_id, b.id
    from bulletins b join area_follows watcher on watcher.area_id = b.area_id
    where b.id = ${bulletin_id} and b.user_id is distinct from watcher.user_id
      and not exists (select from withheld_spots(watcher.user_id) withheld where withheld.id = b.spot_id offset 0)
    order by watcher.user_id
    on conflict do nothing`.execute(tx)
}

/** Inserts missing settings, because `takeWaiting` reads from them when a person was last notified. */
export async function addMissingSettings(tx: Tx): Promise<void> {
  await sql`
    insert into digest_settings (user_id) select distinct user_id from area_updates up
    where up.notification_id is null and not exists (select from digest_settings w where w.user_id = up.user_id)
    order by user_id on conflict do nothing`.execute(tx)
}

/** Pending changes in followed areas. */
export const AREA_UPDATES: WaitingFor = {
  notifiedAt: 'areas_notified_at',
  isThere: (rested) => sql`exists (select from area_updates up
    where up.user_id = w.user_id and up.notification_id is null and up.added_at <= ${rested})`,
}

/** Whether a person can see any of their pending changes, in areas that they still follow. */
export async function hasAreaShown(tx: Tx, user_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from visible_area_updates(${viewerId(user_id)}) up
    where up.user_id = ${user_id} and up.notification_id is null
      and exists (select from area_follows f where f.user_id = up.user_id and f.area_id = up.area_id) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Links a person's pending changes to the current notification, for areas that they still follow. */
export async function bindAreaUpdates(tx: Tx, user_id: string): Promise<void> {
  await sql`
    update area_updates up set notification_id = n.id from notifications n
    where n.user_id = ${user_id} and n.type = 'area_changes' and n.created_at = now()::timestamptz(3)
      and up.user_id = ${user_id} and up.notification_id is null
      and exists (select from area_follows f where f.user_id = up.user_id and f.area_id = up.area_id)`.execute(
    tx,
  )
}

/** Deletes pending changes that are more than `days` days old or whose area the person no longer follows. */
export function deleteOldAreaUpdates(db: Db, days: number): Promise<void> {
  return deleteInBatches(
    db,
    'area_updates',
    sql`notification_id is null and (added_at < now() - make_interval(days => ${days})
      or not exists (select from area_follows f where f.user_id = area_updates.user_id and f.area_id = area_updates.area_id))`,
  )
}
